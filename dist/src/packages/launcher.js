#!/usr/bin/env node
// Runs the binary in the package for this platform, an optional dependency of this package.
"use strict";

const { spawn } = require("node:child_process");
const { optionalDependencies } = require("../package.json");

const name = `@tool-docs/${process.platform}-${process.arch}`;

function binary() {
  const file = process.platform === "win32" ? "tool.exe" : "tool";
  try {
    return require.resolve(`${name}/bin/${file}`);
  } catch {
    if (name in optionalDependencies) {
      fail(`the package ${name} is not installed`, "install tool-docs again, with optional dependencies");
    }
    const known = Object.keys(optionalDependencies).map((known) => known.replace("@tool-docs/", ""));
    fail(`there is no package for ${process.platform}-${process.arch}, only for ${known.join(", ")}`, "build tool from source");
  }
}

function fail(message, help) {
  console.error(`error: ${message}\n  = help: ${help}`);
  process.exit(2);
}

const child = spawn(binary(), process.argv.slice(2), { stdio: "inherit" });
// A terminal sends this one to both processes; the binary decides when to end.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => fail(`the binary cannot be started: ${error.message}`, "install tool-docs again"));
child.on("exit", (status, signal) => {
  if (signal === null) {
    process.exit(status);
  }
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});

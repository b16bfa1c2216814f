// Computes how much seed an area needs. Without JavaScript, the content of the element gives the rate.
customElements.define(
  "wc-seed-rate",
  class extends HTMLElement {
    connectedCallback() {
      if (this.querySelector("output")) return;
      const rate = Number(this.getAttribute("grams"));
      const label = document.createElement("label");
      const area = document.createElement("input");
      const need = document.createElement("output");
      area.type = "number";
      area.min = "0";
      area.value = "10";
      const show = () => (need.value = ` m² need ${(Number(area.value) * rate).toFixed(1)} g of seed.`);
      area.addEventListener("input", show);
      label.append("Your ", area, need);
      this.append(label);
      show();
    }
  },
);

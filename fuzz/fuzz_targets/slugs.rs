#![no_main]

// The engine's parallel loops run on the one thread there is: handing work to another costs more than the work.
libfuzzer_sys::fuzz_target!(
    init: {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        pool.build_global().expect("the pool is built once");
    },
    |bytes: &[u8]| engine::testing::fuzz::slugs(bytes)
);

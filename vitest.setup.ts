/** `FUZZ_RUNS` sets how often a property is tried; fast-check is loaded for that only where it is asked for. */
const runs = Number(process.env.FUZZ_RUNS);
if (runs > 0) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ numRuns: runs });
}

// Exits with 0 when the service of this container says that it is well.
const { PORT = '8080' } = process.env;
try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}/health`, { signal: AbortSignal.timeout(4000) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}

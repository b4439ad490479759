const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface StopSignals {
  /** The first signal to stop. The next one ends the process at once. */
  readonly first: Promise<NodeJS.Signals>;
  /** Leaves signals to the system again. */
  release(): void;
}

/** From now on, signals to stop do not end the process but tell it to. */
export function stopSignals(): StopSignals {
  let stop: ((signal: NodeJS.Signals) => void) | undefined;
  const first = new Promise<NodeJS.Signals>((resolve) => (stop = resolve));
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stop === undefined) {
      release();
      process.kill(process.pid, signal);
    }
    stop?.(signal);
    stop = undefined;
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return { first, release };
}

import type { ConverterStats } from '../server-options.js';
import { Counter, Gauge } from './prometheus.js';
import type { Registry } from './prometheus.js';

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

interface Family {
  /** Counts since the start end in `_total`. */
  name: string;
  help: string;
  labelNames: readonly string[];
  samples: (stats: ConverterStats) => readonly Sample[];
}

const FAMILIES: readonly Family[] = [
  {
    name: 'running',
    help: 'Conversions that run.',
    labelNames: ['lane'],
    samples: ({ running }) => byLane(running),
  },
  {
    name: 'waiting',
    help: 'Conversions that wait for a process.',
    labelNames: ['lane'],
    samples: ({ waiting }) => byLane(waiting),
  },
  {
    name: 'processes',
    help: 'Processes that convert.',
    labelNames: ['lane', 'phase'],
    samples: ({ processes }) => sumUp(processes.map(({ lane, phase }) => [{ lane, phase }, 1])),
  },
  {
    name: 'resident_bytes',
    help: 'Resident memory of the processes that convert.',
    labelNames: ['lane'],
    samples: ({ processes }) => sumUp(processes.map(({ lane, resident }) => [{ lane }, resident])),
  },
  {
    name: 'done_total',
    help: 'Conversions that ended by themselves, well or not.',
    labelNames: [],
    samples: ({ done }) => [[{}, done]],
  },
  {
    name: 'refused_total',
    help: 'Conversions refused because too many waited.',
    labelNames: [],
    samples: ({ refused }) => [[{}, refused]],
  },
  {
    name: 'stopped_total',
    help: 'Conversions that were stopped.',
    labelNames: ['reason'],
    samples: ({ stopped }) => Object.entries(stopped).map(([reason, count]) => [{ reason }, count]),
  },
  {
    name: 'postponed_total',
    help: 'Conversions begun anew so that short ones could go on.',
    labelNames: [],
    samples: ({ postponed }) => [[{}, postponed]],
  },
  {
    name: 'processes_started_total',
    help: 'Processes started.',
    labelNames: [],
    samples: ({ started }) => [[{}, started]],
  },
];

/** Shows what a converter does at the moment somebody asks. */
export function followConverter(registry: Registry, stats: () => ConverterStats): void {
  for (const { name, help, labelNames, samples } of FAMILIES) {
    const metric = { name: `screenplay_converter_${name}`, help, labelNames, registers: [registry] };
    if (name.endsWith('_total')) {
      new Counter({
        ...metric,
        collect() {
          this.reset();
          for (const [labels, value] of samples(stats())) this.inc(labels, value);
        },
      });
    } else {
      new Gauge({
        ...metric,
        collect() {
          this.reset();
          for (const [labels, value] of samples(stats())) this.set(labels, value);
        },
      });
    }
  }
}

function byLane(counts: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(counts).map(([lane, count]) => [{ lane }, count]);
}

function sumUp(samples: readonly Sample[]): Sample[] {
  const sums = new Map<string, Sample>();
  for (const [labels, value] of samples) {
    const key = Object.values(labels).join(' ');
    sums.set(key, [labels, value + (sums.get(key)?.[1] ?? 0)]);
  }
  return [...sums.values()];
}

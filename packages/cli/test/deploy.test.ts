import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseCommandLine } from '../src/program.js';
import { readSettings, strangeVariables } from '../src/settings/read-settings.js';
import { SETTINGS } from '../src/settings/table.js';
import type { Settings } from '../src/settings/settings.js';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Of the image, and no setting: what Node and the libraries go by. */
const OF_THE_PLATFORM = new Set(['NODE_ENV', 'PATH']);

const SETTING_NAMES = new Set<string>(SETTINGS.map(({ name }) => name));

/** What stands for the secrets that somebody has to fill in. */
const SECRET = 'x'.repeat(32);

const LOOK = { columns: 80, title: (text: string) => text };

/** The instructions of a Dockerfile, continued lines joined. */
function dockerfile(): { instruction: string; rest: string }[] {
  return read('Dockerfile')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [instruction = '', ...rest] = line.split(' ');
      return { instruction, rest: rest.join(' ') };
    });
}

/** Those of the last stage. */
function ofTheImage(instruction: string): string[] {
  const lines = dockerfile();
  const stage = lines.findLastIndex((line) => line.instruction === 'FROM');
  return lines.slice(stage).flatMap((line) => (line.instruction === instruction ? [line.rest] : []));
}

/** The environment that the image gives to everything that runs in it. */
function imageEnvironment(): Record<string, string> {
  return Object.fromEntries(
    ofTheImage('ENV').flatMap((rest) => rest.split(/ +/).map((pair) => pair.split('=') as [string, string])),
  );
}

/** What the settings of a process are; every variable must be a setting or the platform's. */
function settingsOf(environment: Readonly<Record<string, string>>): Settings {
  const env = { ...imageEnvironment(), ...environment };
  const strangers = Object.keys(env).filter((name) => !SETTING_NAMES.has(name) && !OF_THE_PLATFORM.has(name));
  expect(strangers).toEqual([]);
  expect(strangeVariables(env)).toEqual([]);
  return readSettings({ env });
}

/** The name of the command that arguments call. @throws UsageError for what the program does not take */
function commandOf(args: readonly string[]): string | undefined {
  const parsed = parseCommandLine(args, LOOK);
  return parsed.kind === 'command' ? parsed.command.name : undefined;
}

describe('Dockerfile', () => {
  it('sets settings only, which are in order', () => {
    const { values } = settingsOf({});
    expect([values.HOST, values.PORT, values.DATA_DIR]).toEqual(['0.0.0.0', 8080, '/data']);
  });

  it('starts the program with a command that it has, from files that are in the image', () => {
    const [entry] = ofTheImage('ENTRYPOINT').map((rest) => JSON.parse(rest) as string[]);
    expect(entry).toEqual(['node', 'packages/cli/bin/screenplay.js']);
    expect(read('packages/cli/bin/screenplay.js')).toContain('../dist/main.js');
    const [command] = ofTheImage('CMD').map((rest) => JSON.parse(rest) as string[]);
    expect(commandOf(command ?? [])).toBe('serve');
    const health = ofTheImage('HEALTHCHECK')[0]?.match(/CMD (\[.*\])$/)?.[1] ?? '[]';
    const [, script = ''] = JSON.parse(health) as string[];
    expect(read('.dockerignore')).toContain(`!${script}\n`);
    expect(read(script)).toContain('/health');
  });

  it('runs as nobody special, from a data folder that is theirs', () => {
    expect(ofTheImage('USER')).toEqual(['node']);
    expect(ofTheImage('VOLUME')).toEqual(['["/data"]']);
    expect(ofTheImage('RUN')).toEqual(['install -d -o node -g node -m 0700 /data']);
    expect(ofTheImage('EXPOSE')).toEqual(['8080']);
  });
});

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  volumes?: string[];
  tmpfs?: string[];
  depends_on?: Record<string, unknown> | string[];
}

describe('compose.yaml', () => {
  const text = read('compose.yaml');
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };
  const processes = Object.entries(services).filter(([, { image }]) => image === 'screenplay');
  const example = read('deploy/compose.env.example');
  const asked = new Map([...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

  /** A variable as compose fills it in for somebody who filled in the example. */
  function filledIn(value: string): string {
    return value.replaceAll(
      /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
      (_, name: string, kind: string | undefined, rest: string) => {
        if (kind === '-') return asked.get(name) || rest;
        expect(asked.has(name), `${name} is in deploy/compose.env.example`).toBe(true);
        return SECRET;
      },
    );
  }

  it.each(processes)('%s runs a command that the program has, with settings that are in order', (name, service) => {
    expect(commandOf(service.command ?? [])).toBe({ api: 'serve', worker: 'worker' }[name]);
    const environment = Object.entries(service.environment ?? {});
    const { values } = settingsOf(Object.fromEntries(environment.map(([key, value]) => [key, filledIn(value)])));
    expect(values).toMatchObject({ S3_BUCKET: 'screenplay', S3_FORCE_PATH_STYLE: true, JOB_SECRET: [SECRET] });
    // Other services go by their names.
    expect([new URL(values.REDIS_URL ?? '').hostname, new URL(values.S3_ENDPOINT ?? '').hostname]).toEqual([
      'redis',
      's3',
    ]);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    const writable = [...(service.volumes ?? []), ...(service.tmpfs ?? [])].join(' ');
    expect(writable).toMatch(/\/tmp/);
    expect(writable).toMatch(/\/data/);
  });

  it('names services and volumes that are there', () => {
    expect(processes.map(([name]) => name)).toEqual(['api', 'worker']);
    for (const { depends_on = [], volumes: mounted = [] } of Object.values(services)) {
      expect(Object.keys(services)).toEqual(
        expect.arrayContaining(Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)),
      );
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(mounted.map((mount) => mount.split(':')[0] ?? '')));
    }
  });

  it('gets from the example all that it cannot do without, and nothing else', () => {
    const wanted = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
    expect([...asked.keys()].sort()).toEqual([...new Set(wanted)].sort());
    expect([...asked.keys()].filter((name) => !SETTING_NAMES.has(name))).toEqual([]);
    // No secret is the same for everybody.
    expect([...asked.values()].filter((value) => value !== '')).toEqual([]);
  });
});

interface Container {
  image: string;
  args: string[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  readinessProbe?: { httpGet: { path: string; port: string } };
  livenessProbe?: { httpGet: { path: string; port: string } };
  securityContext: object;
  resources: { limits: { memory: string } };
  volumeMounts: { name: string; mountPath: string }[];
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  data?: Record<string, string>;
  spec?: {
    selector: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    ports?: { port: number; targetPort: string }[];
    template: {
      metadata: { labels: Record<string, string> };
      spec: { securityContext: object; containers: Container[]; volumes: { name: string }[] };
    };
  };
}

describe('deploy/kubernetes', () => {
  const text = read('deploy/kubernetes/screenplay.yaml');
  const documents = parseAllDocuments(text);
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
  const [config] = ofKind('ConfigMap');
  const secrets = [...text.matchAll(/--from-literal=(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value === '...' ? SECRET : value.replace('...', SECRET),
  ]);

  it('is YAML of known kinds', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      'v1 ConfigMap',
      'apps/v1 Deployment',
      'apps/v1 Deployment',
      'v1 Service',
    ]);
  });

  it.each(ofKind('Deployment').map((manifest) => [manifest.metadata.name, manifest] as const))(
    '%s runs a command that the program has, locked up, with settings that are in order',
    (name, { spec }) => {
      const { template, selector } = spec ?? expect.fail();
      expect(template.metadata.labels).toMatchObject(selector.matchLabels ?? {});
      expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
      const [container] = template.spec.containers;
      if (!container) return expect.fail();
      expect(commandOf(container.args)).toBe(name === 'screenplay-api' ? 'serve' : 'worker');
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.envFrom).toEqual([
        { configMapRef: { name: config?.metadata.name } },
        { secretRef: { name: text.match(/create secret generic (\S+)/)?.[1] } },
      ]);
      const { values } = settingsOf({ ...config?.data, ...Object.fromEntries(secrets) });
      expect(values.JOB_SECRET).toEqual([SECRET]);
      expect(container.volumeMounts.map(({ mountPath }) => mountPath).sort()).toEqual([values.DATA_DIR, '/tmp']);
      expect(template.spec.volumes.map((volume) => volume.name)).toEqual(
        container.volumeMounts.map((mount) => mount.name),
      );
      // One conversion's memory and the process itself must fit in.
      const gigabytes = Number(/^(\d+)Gi$/.exec(container.resources.limits.memory)?.[1]);
      expect(gigabytes * 1024).toBeGreaterThan(values.CONVERT_MEMORY_MB + 256);
      for (const port of container.ports ?? []) expect(port.containerPort).toBe(values.PORT);
      for (const probe of [container.readinessProbe, container.livenessProbe]) {
        if (probe) expect(container.ports?.map((port) => port.name)).toContain(probe.httpGet.port);
      }
    },
  );

  it('leads to the API', () => {
    const [service] = ofKind('Service');
    const [api] = ofKind('Deployment');
    expect(api?.spec?.template.metadata.labels).toMatchObject(service?.spec?.selector ?? { no: 'selector' });
    const ports = api?.spec?.template.spec.containers[0]?.ports?.map(({ name }) => name);
    expect(ports).toEqual(service?.spec?.ports?.map(({ targetPort }) => targetPort));
  });
});

describe.each(['ci', 'release'])('.github/workflows/%s.yml', (name) => {
  const workflow = parse(read(`.github/workflows/${name}.yml`)) as {
    jobs: Record<string, { 'timeout-minutes': number; steps: { run?: string; with?: Record<string, string> }[] }>;
  };
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const commands = steps.flatMap(({ run, with: inputs }) => [run, inputs?.['version'], inputs?.['publish']]);

  it('runs what is in the repository, for a limited time', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const called = commands.flatMap((command) => [...(command ?? '').matchAll(/\bnpm run ([\w:-]+)/g)]);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(called.map(([, script]) => script)));
    expect(commands).toContain('bash .ci/run');
    expect(read('.ci/run')).toMatch(/^#!/);
    for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });
});

import { spawnSync } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackages } from './debian.mjs';
import { runQuietly, step } from './progress.mjs';
import { dockerWorks, findProgram, freePort, ownFolder, startServer, undoAtExit, waitUntil } from './servers.mjs';
import { ROOT } from './workspace.mjs';

const PROGRAMS = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];

const PACKAGES = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'];

/** Of the daemons' connections. */
const MODES = ['mon_client', 'mon_cluster', 'mon_service', 'cluster', 'service', 'client'];

/** @typedef {ReturnType<typeof startServer>} Server */

/** @typedef {{ host?: string, accessKeyId?: string, secretAccessKey?: string }} PrivateS3Options */

/**
 * A private S3: a Ceph RADOS gateway on a port of its own, over a monitor and an object store daemon of its own that keeps
 * everything in memory. The gateway alone can be paused, killed and started again; what was stored stays.
 */
export class PrivateS3 {
  /** @param {number} port @param {ReturnType<typeof ownFolder>} folder @param {PrivateS3Options} options */
  constructor(port, folder, { host = '127.0.0.1', accessKeyId, secretAccessKey }) {
    this.port = port;
    this.host = host;
    this.folder = folder;
    this.endpoint = `http://127.0.0.1:${port}`;
    this.region = 'us-east-1';
    this.accessKeyId = accessKeyId ?? 'screenplaytests';
    this.secretAccessKey = secretAccessKey ?? randomBytes(20).toString('hex');
    this.config = join(folder.path, 'ceph.conf');
    /** Those below the gateway. @type {Server[]} */
    this.daemons = [];
    /** @type {Server | undefined} */
    this.gateway = undefined;
  }

  /** Whether private servers can be started on this machine. */
  static available() {
    return PROGRAMS.every((name) => findProgram(name) !== undefined) && classFolder() !== undefined;
  }

  /**
   * @param {PrivateS3Options & { port?: number }} [options] Default: a free port of this machine, new keys.
   * @throws {Error} When Ceph's programs are not there.
   */
  static async start({ port, ...options } = {}) {
    if (!PrivateS3.available()) throw new Error("there is no Ceph RADOS gateway (Debian's radosgw) on this machine");
    const s3 = new PrivateS3(port ?? (await freePort()), ownFolder('rgw'), options);
    await s3.#configure();
    await s3.#startStore();
    await s3.#admin('user', 'create', '--uid=tests', '--display-name=tests', ...s3.#keys());
    await s3.restart();
    return s3;
  }

  /** What the tests find in their environment. */
  environment() {
    return {
      TEST_S3_ENDPOINT: this.endpoint,
      TEST_S3_REGION: this.region,
      TEST_S3_ACCESS_KEY_ID: this.accessKeyId,
      TEST_S3_SECRET_ACCESS_KEY: this.secretAccessKey,
    };
  }

  /** Starts the gateway on the store as it is. */
  async restart() {
    if (this.gateway) throw new Error('this gateway runs already');
    const gateway = this.#run('radosgw', '-f', '-n', 'client.rgw');
    this.gateway = gateway;
    await waitUntil('radosgw', async () => (await fetch(this.endpoint)).ok, { failed: gateway.failed });
  }

  /** Ends the gateway without a goodbye: its port refuses connections from now on. */
  async kill() {
    const { gateway } = this;
    this.gateway = undefined;
    await gateway?.end('SIGKILL');
  }

  /** The gateway keeps its connections and answers nothing. */
  pause() {
    this.gateway?.signal('SIGSTOP');
  }

  resume() {
    this.gateway?.signal('SIGCONT');
  }

  /** @param {string} name */
  async makeBucket(name) {
    const date = new Date().toUTCString();
    // The older of S3's signatures, which the gateway still takes: one line instead of a page.
    const signature = createHmac('sha1', this.secretAccessKey).update(`PUT\n\n\n${date}\n/${name}`).digest('base64');
    const headers = { date, authorization: `AWS ${this.accessKeyId}:${signature}` };
    const answer = await fetch(`${this.endpoint}/${name}`, { method: 'PUT', headers });
    if (!answer.ok) throw new Error(`the bucket ${name} was not made: ${answer.status} ${await answer.text()}`);
  }

  /** A user of the same store who may see nothing of the others'. @returns {Promise<{ accessKeyId: string, secretAccessKey: string }>} */
  async stranger() {
    const keys = {
      accessKeyId: `stranger${randomBytes(6).toString('hex')}`,
      secretAccessKey: randomBytes(20).toString('hex'),
    };
    const flags = [`--access-key=${keys.accessKeyId}`, `--secret-key=${keys.secretAccessKey}`];
    await this.#admin('user', 'create', `--uid=${keys.accessKeyId}`, '--display-name=stranger', ...flags);
    return keys;
  }

  /** Ends everything and removes what it kept. */
  async stop() {
    await this.kill();
    await Promise.all(this.daemons.map((daemon) => daemon.end('SIGKILL')));
    this.daemons = [];
    this.folder.remove();
  }

  #keys() {
    return [`--access-key=${this.accessKeyId}`, `--secret-key=${this.secretAccessKey}`];
  }

  async #configure() {
    const at = (/** @type {string} */ name) => join(this.folder.path, name);
    for (const name of ['run', 'log', 'mon', 'osd', 'rgw']) mkdirSync(at(name));
    const fsid = randomUUID();
    const [v2, v1] = [await freePort(), await freePort()];
    const monitor = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`;
    const sections = {
      global: {
        fsid,
        mon_host: monitor,
        public_addr: '127.0.0.1',
        cluster_addr: '127.0.0.1',
        // One machine, one user: nobody else can reach it, so nobody has to prove who they are.
        auth_cluster_required: 'none',
        auth_service_required: 'none',
        auth_client_required: 'none',
        auth_allow_insecure_global_id_reclaim: false,
        // Without keys there is nothing to encrypt with.
        ...Object.fromEntries(MODES.map((mode) => [`ms_${mode}_mode`, 'crc'])),
        run_dir: at('run'),
        admin_socket: at('run/$name.asok'),
        crash_dir: at('log'),
        log_file: at('log/$name.log'),
        mon_cluster_log_file: at('log/cluster.log'),
        keyring: at('keyring'),
        // One copy of everything is enough.
        osd_pool_default_size: 1,
        osd_pool_default_min_size: 1,
        osd_pool_default_pg_num: 4,
        osd_pool_default_pgp_num: 4,
        osd_pool_default_pg_autoscale_mode: 'off',
        osd_crush_chooseleaf_type: 0,
        mon_max_pg_per_osd: 2000,
        mon_data_avail_crit: 1,
        mon_data_avail_warn: 1,
        // A lone monitor has nobody to wait for.
        paxos_propose_interval: 0.02,
        paxos_min_wait: 0.01,
        mon_tick_interval: 1,
      },
      mon: { mon_data: at('mon') },
      osd: {
        osd_data: at('osd'),
        osd_objectstore: 'memstore',
        memstore_device_bytes: 4 * 1024 ** 3,
        // A killed gateway is soon forgotten; until then changes of buckets and users wait for it.
        osd_client_watch_timeout: 2,
        osd_class_dir: classFolder(),
        osd_class_load_list: '*',
        osd_class_default_list: '*',
      },
      'client.rgw': {
        rgw_frontends: `beast endpoint=${this.host}:${this.port} tcp_nodelay=1`,
        rgw_data: at('rgw'),
        rgw_thread_pool_size: 64,
        rgw_gc_obj_min_wait: 30,
        rgw_gc_processor_period: 30,
      },
    };
    const text = Object.entries(sections).map(
      ([name, settings]) =>
        `[${name}]\n${Object.entries(settings)
          .map(([key, value]) => `${key} = ${value}\n`)
          .join('')}`,
    );
    writeFileSync(this.config, text.join(''));
    const keyring = at('keyring');
    const map = at('monmap');
    await runQuietly('ceph-authtool', ['-C', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *']);
    const caps = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'];
    await runQuietly('ceph-authtool', [keyring, '--gen-key', '-n', 'client.admin', ...caps]);
    await runQuietly('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', monitor, map]);
    await this.#tool('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring);
  }

  async #startStore() {
    this.daemons.push(this.#run('ceph-mon', '-f', '-i', 'a'));
    const id = randomUUID();
    await this.#tool('ceph', '-n', 'client.admin', 'osd', 'new', id, '0');
    await this.#tool('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', id);
    this.daemons.push(this.#run('ceph-osd', '-f', '-i', '0'));
  }

  /** @param {...string} args */
  #admin(...args) {
    return this.#tool('radosgw-admin', '-n', 'client.rgw', ...args);
  }

  /** @param {string} name @param {...string} args */
  #tool(name, ...args) {
    return runQuietly(name, ['-c', this.config, ...args], { label: name });
  }

  /** @param {string} name @param {...string} args */
  #run(name, ...args) {
    return startServer(name, ['-c', this.config, ...args]);
  }
}

/** Where the object store daemon finds what it runs beside the data. */
function classFolder() {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : [];
  return ['/usr/lib', '/usr/lib64', ...folders].map((name) => join(name, 'rados-classes')).find(existsSync);
}

/**
 * An S3 for the tests: the one that `TEST_S3_ENDPOINT`, `TEST_S3_ACCESS_KEY_ID`, `TEST_S3_SECRET_ACCESS_KEY` and
 * `TEST_S3_REGION` name (the tests make buckets of their own there), else a private one: of this machine's Ceph, which is
 * installed where that is allowed, else in a container.
 *
 * @returns {Promise<{ environment: Record<string, string>, stop: () => Promise<void> } | { missing: string }>}
 */
export async function ensureS3() {
  if (process.env.TEST_S3_ENDPOINT) return { environment: {}, stop: async () => {} };
  if (!PrivateS3.available()) {
    const refused = await installDebianPackages('a private S3 (Ceph RADOS gateway) for the tests', PACKAGES);
    if (refused && (await dockerWorks())) return startContainer();
    if (refused)
      return {
        missing: `the tests need an S3 and there is no Ceph RADOS gateway on this machine: ${refused.missing}; else start Docker, or name a running S3 in TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY_ID and TEST_S3_SECRET_ACCESS_KEY`,
      };
  }
  const s3 = await PrivateS3.start();
  return { environment: s3.environment(), stop: () => s3.stop() };
}

/** The same gateway, installed and started by `s3-server.mjs` in a container. */
async function startContainer() {
  const port = await freePort();
  const folder = ownFolder('screenplay-s3');
  const file = join(folder.path, 'compose.json');
  const accessKeyId = 'screenplaytests';
  const secretAccessKey = randomBytes(20).toString('hex');
  const packages = `apt-get update -q && apt-get install -y -q --no-install-recommends ${PACKAGES.join(' ')}`;
  const s3 = {
    image: 'node:20-bookworm-slim',
    command: ['sh', '-c', `${packages} && exec node /scripts/s3-server.mjs`],
    init: true,
    environment: { S3_PORT: '8000', S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
    volumes: [`${join(ROOT, 'scripts')}:/scripts:ro`],
    ports: [`127.0.0.1:${port}:8000`],
  };
  writeFileSync(file, JSON.stringify({ services: { s3 } }));
  const compose = ['compose', '--project-name', `screenplay-tests-s3-${port}`, '--file', file];
  const down = undoAtExit(() => void spawnSync('docker', [...compose, 'down', '--volumes', '--timeout', '1']));
  const endpoint = `http://127.0.0.1:${port}`;
  await step('starting an S3 (Ceph RADOS gateway) for the tests in a container', async () => {
    await runQuietly('docker', [...compose, 'up', '--detach', '--quiet-pull']);
    await waitUntil('the S3 in its container', async () => (await fetch(endpoint)).ok, { seconds: 300 });
  });
  return {
    environment: {
      TEST_S3_ENDPOINT: endpoint,
      TEST_S3_REGION: 'us-east-1',
      TEST_S3_ACCESS_KEY_ID: accessKeyId,
      TEST_S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    stop: async () => {
      down();
      folder.remove();
    },
  };
}

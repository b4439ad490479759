import { formats } from '@screenplay/core';
import { describe, expect, it } from 'vitest';
import type { DeploymentState } from '../src/index.js';
import { call } from './client.js';
import { serve, WITH_TOKEN } from './service.js';

describe('GET /', () => {
  it('tells what the service is and lists the endpoints for conversions', async () => {
    const { url } = await serve({ version: '1.2.3' });
    const { endpoints, ...rest } = (await call(url)).json();
    expect(rest).toEqual({
      name: 'screenplay',
      version: '1.2.3',
      status: 'running',
      queue: { pending: 0, workers: 0 },
    });
    expect(endpoints.map(({ method, path }: Record<string, string>) => `${method} ${path}`)).toEqual([
      'GET /',
      'GET /health',
      'GET /formats',
      'POST /convert',
      'POST /export',
      'POST /validate',
    ]);
    for (const { description } of endpoints) expect(description).toMatch(/^\w.{10,}/);
  });
});

describe('GET /health', () => {
  it('is ok while everything is, and 503 when something is not', async () => {
    const state: { now: DeploymentState } = {
      now: { queue: { pending: 7, workers: 3 }, services: { queue: 'ok', storage: 'ok' } },
    };
    const { url } = await serve({ deployment: () => state.now, version: '1.2.3' });
    const health = await call(`${url}/health`);
    expect(health.status).toBe(200);
    expect(health.json()).toEqual({
      status: 'ok',
      version: '1.2.3',
      queue: { pending: 7, workers: 3 },
      services: { queue: 'ok', storage: 'ok' },
    });
    state.now = { ...state.now, services: { queue: 'ok', storage: 'unavailable' } };
    const degraded = await call(`${url}/health`);
    expect(degraded.status).toBe(503);
    expect(degraded.json()).toMatchObject({ status: 'degraded', services: { queue: 'ok', storage: 'unavailable' } });
    expect((await call(url)).json().queue).toEqual({ pending: 7, workers: 3 });
  });
});

describe('GET /formats', () => {
  it('describes every format on board', async () => {
    const { url } = await serve();
    const answered = (await call(`${url}/formats`)).json() as Record<string, unknown>[];
    expect(answered.map(({ name }) => name)).toEqual(formats().map(({ name }) => name));
    for (const format of answered) {
      expect(Object.keys(format).sort()).toEqual(
        ['canDecode', 'canEncode', 'description', 'extensions', 'mimeTypes', 'name'].sort(),
      );
    }
  });
});

describe('the operator’s endpoints', () => {
  it('GET /up tells for how long', async () => {
    const { url } = await serve();
    expect((await call(`${url}/up`, { headers: WITH_TOKEN })).json()).toEqual({ status: 'ok', uptime_s: 0 });
  });

  it('GET /setup shows the settings', async () => {
    const settings = [
      { name: 'PORT', value: 8080, source: 'default' },
      { name: 'ACCESS_TOKEN', value: 'set', source: 'environment' },
    ];
    const { url } = await serve({ setup: () => settings });
    expect((await call(`${url}/setup`, { headers: WITH_TOKEN })).json()).toEqual(settings);
  });

  it('GET /tail shows what was logged last', async () => {
    const { url, requests } = await serve();
    for (let n = 0; n < 3; n++) await call(`${url}/formats`, { headers: { 'x-request-id': `request-${n}` } });
    await expect.poll(() => requests().length).toBe(3);
    const { lines } = (await call(`${url}/tail?lines=2`, { headers: WITH_TOKEN })).json();
    expect(lines.map(({ id }: { id: string }) => id)).toEqual(['request-1', 'request-2']);
    expect(lines[0]).toMatchObject({ level: 'info', message: 'request', route: '/formats' });
    for (const wrong of ['0', '1001', 'x', '-1', '1.5', '']) {
      expect((await call(`${url}/tail?lines=${wrong}`, { headers: WITH_TOKEN })).status).toBe(400);
    }
  });

  it('GET /metrics counts in words of ours only', async () => {
    const { url } = await serve({
      converterStats: () => ({
        running: { short: 1, long: 0 },
        waiting: { short: 2, long: 3 },
        processes: [
          { lane: 'short', phase: 'busy', resident: 100 },
          { lane: 'short', phase: 'busy', resident: 50 },
        ],
        done: 5,
        refused: 6,
        stopped: { time: 7 },
        postponed: 8,
        started: 9,
      }),
    });
    await call(`${url}/convert?format=fountain`, {
      body: 'INT. A - DAY\n\nB.',
      headers: { 'content-type': 'text/plain' },
    });
    await call(`${url}/convert?format=fountain`, { body: '', method: 'POST' });
    await call(`${url}/canary-path`, { method: 'PROPFIND' });
    const answer = await call(`${url}/metrics`, { headers: WITH_TOKEN });
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const line of [
      'screenplay_http_requests_total{method="POST",route="/convert",status="200"} 1',
      'screenplay_http_requests_total{method="POST",route="/convert",status="400"} 1',
      'screenplay_http_requests_total{method="other",route="none",status="404"} 1',
      'screenplay_http_received_bytes_total{route="/convert"} 16',
      'screenplay_http_requests_in_flight 1',
      'screenplay_operations_total{operation="convert",outcome="ok"} 1',
      'screenplay_operations_total{operation="convert",outcome="empty_input"} 1',
      'screenplay_http_held_body_bytes 0',
      'screenplay_converter_waiting{lane="long"} 3',
      'screenplay_converter_processes{lane="short",phase="busy"} 2',
      'screenplay_converter_resident_bytes{lane="short"} 150',
      'screenplay_converter_stopped_total{reason="time"} 7',
      '# TYPE screenplay_converter_done_total counter',
    ]) {
      expect(answer.text.split('\n')).toContain(line);
    }
    expect(answer.text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(answer.text).not.toContain('canary');
  });
});

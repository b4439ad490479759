import type { Delivery, DeliveryAttempt, DeliveryStatus, TrackedDelivery } from '@screenplay/core';
import {
  DELIVERIES,
  deliveryIdKey,
  deliveryKey,
  laneKey,
  laneKeysAfter,
  laneOf,
  orderOf,
  SETTLED_DELIVERIES,
} from './keys.js';
import type { Change, LevelDatabase } from './level-database.js';
import { OpenLanes } from './open-lanes.js';
import type { SteadyClock } from './steady-clock.js';
import { Turns } from './turns.js';

/** How many keys are read at a time to find the lanes among them. */
const LANE_PAGE = 256;

/** Deliveries in the order in which they were added, and the lanes of those that are not settled. */
export class DeliveryLog {
  readonly #database: LevelDatabase;
  readonly #clock: SteadyClock;
  readonly #lanes: OpenLanes;
  readonly #turns = new Turns();
  #next: number;

  private constructor(database: LevelDatabase, clock: SteadyClock, lanes: OpenLanes, next: number) {
    this.#database = database;
    this.#clock = clock;
    this.#lanes = lanes;
    this.#next = next;
  }

  /** @throws ScreenplayError `unavailable` */
  static async open(database: LevelDatabase, clock: SteadyClock): Promise<DeliveryLog> {
    const [last] = await database.now.keys({ ...DELIVERIES, reverse: true, limit: 1 });
    const lanes = new OpenLanes();
    for (const key of await database.now.keys(laneKeysAfter(undefined))) lanes.add(laneOf(key), orderOf(key));
    return new DeliveryLog(database, clock, lanes, last === undefined ? 0 : orderOf(last) + 1);
  }

  /**
   * Adds deliveries together with the changes that cause them; those that were added before are left out.
   *
   * @throws ScreenplayError `unavailable`
   */
  async commit(changes: readonly Change[], deliveries: readonly Delivery[]): Promise<void> {
    const fresh = new Map<string, Delivery>();
    for (const delivery of deliveries) {
      if (this.#database.now.get(deliveryIdKey(delivery.id)) === undefined) fresh.set(delivery.id, delivery);
    }
    const added: [lane: string, order: number][] = [];
    const all = [...changes];
    for (const delivery of fresh.values()) {
      const order = this.#next++;
      added.push([delivery.lane, order]);
      all.push(
        [deliveryKey(order), textOf({ delivery, status: 'pending', attempts: [] })],
        [deliveryIdKey(delivery.id), String(order)],
        [laneKey(delivery.lane, order), ''],
      );
    }
    await this.#database.commit(all);
    for (const [lane, order] of added) this.#lanes.add(lane, order);
  }

  next(lane: string): TrackedDelivery | undefined {
    const order = this.#lanes.first(lane);
    return order === undefined ? undefined : this.#read(order);
  }

  async note(delivery: Delivery, attempt: DeliveryAttempt, status: DeliveryStatus): Promise<void> {
    await this.#turns.take(delivery.id, async () => {
      const name = this.#database.now.get(deliveryIdKey(delivery.id));
      const order = Number(name);
      const tracked = name === undefined ? undefined : this.#read(order);
      if (name === undefined || tracked?.status !== 'pending') return;
      const { lane } = tracked.delivery;
      const attempts = [...tracked.attempts, attempt];
      const changes: Change[] = [[deliveryKey(order), textOf({ delivery: tracked.delivery, status, attempts })]];
      if (status === 'pending') return this.#database.commit(changes);
      const settled = SETTLED_DELIVERIES.at(this.#clock.now(), name);
      await this.#database.commit([...changes, [laneKey(lane, order), undefined], [settled, '']]);
      this.#lanes.remove(lane, order);
    });
  }

  async openLanes(limit: number, after: string | undefined): Promise<string[]> {
    return this.#database.at(async (view) => {
      const lanes: string[] = [];
      let last = after;
      while (lanes.length < limit) {
        const keys = await view.keys({ ...laneKeysAfter(last), limit: LANE_PAGE });
        for (const key of keys) {
          const lane = laneOf(key);
          if (lane !== last && lanes.length < limit) lanes.push(lane);
          last = lane;
        }
        if (keys.length < LANE_PAGE) break;
      }
      return lanes;
    });
  }

  async recent(limit: number): Promise<TrackedDelivery[]> {
    const texts = await this.#database.now.values({ ...DELIVERIES, reverse: true, limit });
    return texts.map(trackedOf);
  }

  /** What forgets a settled delivery: the key is its one of {@link SETTLED_DELIVERIES}. */
  removals(key: string): Change[] {
    const order = Number(SETTLED_DELIVERIES.name(key));
    const tracked = this.#read(order);
    return [
      [key, undefined],
      [deliveryKey(order), undefined],
      ...(tracked ? [[deliveryIdKey(tracked.delivery.id), undefined] as const] : []),
    ];
  }

  #read(order: number): TrackedDelivery | undefined {
    const text = this.#database.now.get(deliveryKey(order));
    return text === undefined ? undefined : trackedOf(text);
  }
}

function textOf(tracked: TrackedDelivery): string {
  return JSON.stringify(tracked);
}

function trackedOf(text: string): TrackedDelivery {
  return JSON.parse(text) as TrackedDelivery;
}

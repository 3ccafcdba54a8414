import { newReport, runWorld, type WorldReport } from './world.ts';

interface WorldPlace {
  /** Under which the service is called from its own machine. Known once it listens. */
  readonly url: () => string;
  readonly operator: { readonly login: string; readonly password: string };
  readonly secret: string;
}

/** What the console shows of the world: whether it runs, how fast, and what has happened. */
interface WorldState {
  readonly isOn: boolean;
  readonly pace: number;
  readonly begun: number;
  readonly inHand: number;
  readonly failed: number;
  /** Why it ended by itself, or what went wrong first; null: nothing did. */
  readonly trouble: string | null;
}

/** The world of a sandbox as a switch: its people work over HTTP as they do from the command line, in this process. */
export class WorldSwitch {
  readonly #place: WorldPlace;
  #stop: AbortController | null = null;
  #ended: Promise<void> = Promise.resolve();
  #pace = 1;
  #report: WorldReport = newReport();
  #trouble: string | null = null;

  constructor(place: WorldPlace) {
    this.#place = place;
  }

  get state(): WorldState {
    const { begun, inHand, failed, firstFailure } = this.#report;
    const trouble = this.#trouble ?? firstFailure;
    return { isOn: this.#stop !== null, pace: this.#pace, begun, inHand, failed, trouble };
  }

  /** One that runs goes on as it is: there is one world at a time. */
  turnOn(pace: number): void {
    if (this.#stop !== null) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#pace = pace;
    this.#report = newReport();
    this.#trouble = null;
    this.#ended = this.#run(stop);
  }

  turnOff(): void {
    this.#stop?.abort();
    this.#stop = null;
  }

  async stop(): Promise<void> {
    this.turnOff();
    await this.#ended;
  }

  async #run(stop: AbortController): Promise<void> {
    const { url, operator, secret } = this.#place;
    const choices = { pace: this.#pace, seed: Date.now() % 1_000_000, livesMax: Number.POSITIVE_INFINITY };
    const options = { url: url(), operator, secret, ...choices, notificationUrl: '', signal: stop.signal };
    try {
      await runWorld(options, this.#report);
    } catch (error) {
      if (!stop.signal.aborted) this.#trouble = error instanceof Error ? error.message : String(error);
    } finally {
      if (this.#stop === stop) this.#stop = null;
    }
  }
}

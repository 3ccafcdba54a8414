import { noise, type Shape, shapes } from './bank-shapes.ts';

type Draw = (below: number) => number;

/** An account of a maker, whose bank writes to one phone. */
export interface BankAccount {
  readonly phone: number;
  readonly requisiteId: number;
  readonly bank: string;
  readonly digits: string;
  balanceMinor: bigint;
  /** The service was told a balance before: only then can a false one be told apart. */
  isTold: boolean;
}

/** Money that really came. */
export interface TrueTransfer {
  readonly id: number;
  readonly account: BankAccount;
  readonly amountMinor: bigint;
  /** What it was meant for; null: nothing that runs. */
  readonly dealId: string | null;
  readonly at: number;
}

type Label =
  /** What the bank wrote about it, however often it was sent. */
  | { readonly kind: 'true'; readonly transfer: TrueTransfer; readonly tellsBalance: boolean }
  /** A true text from a phone that it did not come to. */
  | { readonly kind: 'wrong phone' }
  | { readonly kind: 'forged' }
  /** The same text again, long after. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'noise' };

export interface Posted {
  readonly phone: number;
  readonly label: Label;
  /** As the forwarder sends it. */
  readonly body: object;
  readonly postAt: number;
}

interface Written {
  readonly phone: number;
  readonly sender: string;
  readonly text: string;
  readonly receivedAt: number;
}

const second = 1_000;
const minute = 60 * second;
const names = ['Олег К.', 'Анна В.', 'Игорь Петрович Л.', 'Вера Н.', 'Юрий М.', 'Лев Т.'] as const;
const gaps = [' ', '\u00a0', '\u202f'] as const;

/** Writes messages as banks, phones and forgers do. Everything follows from the seed. */
export class MessageWorld {
  readonly #draw: Draw;
  readonly #accounts: readonly BankAccount[];
  readonly #written: { readonly message: Written; readonly label: Label }[] = [];
  #transfers = 0;

  constructor(draw: Draw, accounts: readonly BankAccount[]) {
    this.#draw = draw;
    this.#accounts = accounts;
  }

  /** Of a hundred. */
  chance(percent: number): boolean {
    return this.#draw(100) < percent;
  }

  oneOf<Value>(values: readonly Value[]): Value {
    const value = values[this.#draw(values.length)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  }

  between(low: number, high: number): number {
    return low + this.#draw(high - low + 1);
  }

  /** Money comes, and the bank writes about it; most often the phone forwards that, sometimes twice, or late. */
  transfer(account: BankAccount, amountMinor: bigint, dealId: string | null, at: number): readonly Posted[] {
    account.balanceMinor += amountMinor;
    this.#transfers += 1;
    const transfer: TrueTransfer = { id: this.#transfers, account, amountMinor, dealId, at };
    const shape = this.oneOf(shapes.filter(({ bank }) => bank === account.bank));
    const message = this.#write(shape, account, amountMinor, account.balanceMinor, at);
    const label: Label = { kind: 'true', transfer, tellsBalance: this.#isChained(shape, account) };
    // Lost on its way: nobody can know of it but by the balance of the next one.
    if (this.chance(2)) return [];
    this.#written.push({ message, label });
    const first = this.#post(message, label, message.receivedAt + this.between(200, 3 * second));
    const posts = [first];
    // The answer was lost, and the forwarder sends it again.
    if (this.chance(10)) posts.push({ ...first, postAt: first.postAt + this.between(second, 5 * minute) });
    // The app shows its notification once more.
    if (this.chance(5)) {
      const again = { ...message, receivedAt: message.receivedAt + this.between(second, minute) };
      posts.push(this.#post(again, label, again.receivedAt + second));
    }
    // Somebody else's phone.
    if (this.chance(4)) {
      const phone = this.oneOf(this.#accounts).phone;
      if (phone !== account.phone) {
        posts.push(this.#post({ ...message, phone }, { kind: 'wrong phone' }, first.postAt + second));
      }
    }
    return posts;
  }

  /** Money goes out: the balance changes, and a message tells of it that is no transfer which came. */
  spend(account: BankAccount, at: number): readonly Posted[] {
    account.balanceMinor -= account.balanceMinor / 3n;
    return [this.#noise(account, at, account.balanceMinor)];
  }

  /** Codes, adverts, strangers; some quote the sum that somebody waits for. */
  chatter(account: BankAccount, amountMinor: bigint, at: number): readonly Posted[] {
    return [this.#noise(account, at, amountMinor)];
  }

  /** Somebody wants a deal paid that nobody has paid. What cannot be told from the truth by anybody is left out. */
  forge(account: BankAccount, amountMinor: bigint, at: number): readonly Posted[] {
    const own = shapes.filter(({ bank }) => bank === account.bank);
    const telling = own.filter(({ tells }) => tells.digits || (tells.balance && account.isTold));
    // Who knows the digits and not the balance writes none, where the bank has told it before.
    const silent = own.filter(({ tells }) => !tells.balance && this.#isFor(tells, account));
    if (account.isTold && silent.length > 0 && this.chance(30)) {
      const message = this.#write(this.oneOf(silent), account, amountMinor, 0n, at);
      return [this.#post(message, { kind: 'forged' }, at + second)];
    }
    const shape = telling.length === 0 ? null : this.oneOf(telling);
    if (shape === null || this.chance(25)) {
      const message = this.#write(this.oneOf(own), account, amountMinor, account.balanceMinor + amountMinor, at);
      return [this.#post({ ...message, sender: '+79995554433' }, { kind: 'forged' }, at + second)];
    }
    const isByDigits = shape.tells.digits && (!shape.tells.balance || !account.isTold || this.chance(50));
    const digits = isByDigits ? this.#otherDigits(account) : account.digits;
    const balance = account.balanceMinor + amountMinor + BigInt(this.between(1, 99_999));
    const message = this.#write(
      shape,
      { ...account, digits },
      amountMinor,
      isByDigits ? account.balanceMinor + amountMinor : balance,
      at,
    );
    return [this.#post(message, { kind: 'forged' }, at + second)];
  }

  /** A text from hours ago, with a new time of the phone. */
  replayOld(at: number): readonly Posted[] {
    const old = this.#written.filter(({ message }) => at - message.receivedAt > 30 * minute);
    if (old.length === 0) return [];
    const { message } = this.oneOf(old);
    return [this.#post({ ...message, receivedAt: at }, { kind: 'stale' }, at + second)];
  }

  /** It tells a balance, and of which account: a push without digits says nothing where the phone has two of its bank. */
  #isChained({ tells }: Shape, account: BankAccount): boolean {
    return tells.balance && this.#isFor(tells, account);
  }

  #isFor({ digits }: Shape['tells'], { phone, bank }: BankAccount): boolean {
    return digits || this.#accounts.filter((one) => one.phone === phone && one.bank === bank).length === 1;
  }

  #otherDigits(account: BankAccount): string {
    const known = this.#accounts.filter(({ phone }) => phone === account.phone).map(({ digits }) => digits);
    for (;;) {
      const digits = String(this.between(1000, 9999));
      if (!known.includes(digits)) return digits;
    }
  }

  #noise(account: BankAccount, at: number, quoted: bigint): Posted {
    const { sender, text } = this.oneOf(noise)(this.#sum(quoted), this.#sum(account.balanceMinor), account.digits);
    const message = { phone: account.phone, sender, text, receivedAt: at };
    return this.#post(message, { kind: 'noise' }, at + this.between(second, 5 * second));
  }

  #write(shape: Shape, account: BankAccount, amountMinor: bigint, balanceMinor: bigint, at: number): Written {
    const moscow = new Date(at + 180 * minute).toISOString();
    const told = {
      amountMinor,
      balanceMinor,
      digits: account.digits,
      name: this.oneOf(names),
      time: moscow.slice(11, 16),
      date: `${moscow.slice(8, 10)}.${moscow.slice(5, 7)}.${moscow.slice(2, 4)}`,
    };
    const text = this.#spoil(shape.write(told, (minor) => this.#sum(minor)));
    return { phone: account.phone, sender: shape.sender, text, receivedAt: at + this.between(100, 2 * second) };
  }

  /** A comma or a point, groups or none, as many digits behind it as are needed or two. */
  #sum(minor: bigint): string {
    const [whole, rest] = [minor / 100n, String(minor % 100n).padStart(2, '0')];
    const isGrouped = this.chance(30);
    const text = isGrouped ? String(whole).replace(/\B(?=(\d{3})+$)/g, this.oneOf(gaps)) : String(whole);
    const fraction = rest.endsWith('0') && this.chance(30) ? rest.slice(0, 1) : rest;
    return `${text}${this.oneOf(['.', ','])}${fraction}`;
  }

  /** Blanks of other kinds, and two of them where one would do. */
  #spoil(text: string): string {
    if (this.chance(70)) return text;
    return text.replaceAll(' ', () => (this.chance(20) ? this.oneOf(['\u00a0', '  ', '\u202f']) : ' '));
  }

  /** In the words of one forwarder or another; one message in ten is overtaken by those after it. */
  #post({ phone, sender, text, receivedAt }: Written, label: Label, at: number): Posted {
    const postAt = this.chance(10) ? at + this.between(second, minute) : at;
    const moment = this.chance(80) ? receivedAt : receivedAt - (receivedAt % second);
    const bodies = [
      { from: sender, text, receivedStamp: moment, sentStamp: moment - second, sim: 'sim1' },
      {
        event: 'sms:received',
        payload: { phoneNumber: sender, message: text, receivedAt: new Date(moment).toISOString() },
      },
      { package: sender, title: '', text, receivedAt: moment },
    ];
    return { phone, label, body: this.oneOf(bodies), postAt };
  }
}

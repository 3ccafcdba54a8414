import { EntitySchema } from 'typeorm';

/** The tables that a create reads and writes, as one describes them to TypeORM; it finds no more than what it needs. */

/** Money is a bigint here, and in the database. */
const money = { type: 'bigint', transformer: { from: (text) => (text === null ? null : BigInt(text)), to: String } };
const moneyOrNull = { ...money, nullable: true, transformer: { ...money.transformer, to: (sum) => sum?.toString() } };
const text = { type: 'text' };
const textOrNull = { type: 'text', nullable: true };
const integer = { type: 'int' };
const time = { type: 'timestamptz' };
const timeOrNull = { type: 'timestamptz', nullable: true };
const flag = { type: 'boolean' };

export const Invoice = new EntitySchema({
  name: 'Invoice',
  tableName: 'invoices',
  columns: {
    id: { type: 'uuid', primary: true },
    storeId: { ...integer, name: 'store_id' },
    internalId: { ...textOrNull, name: 'internal_id' },
    userId: { ...textOrNull, name: 'user_id' },
    type: text,
    status: text,
    paymentOption: { ...textOrNull, name: 'payment_option' },
    paymentMethod: { ...textOrNull, name: 'payment_method' },
    amount: money,
    askedAmount: { ...money, name: 'asked_amount' },
    currency: text,
    notificationUrl: { ...text, name: 'notification_url' },
    notificationToken: { ...text, name: 'notification_token' },
    createdAt: { ...time, name: 'created_at' },
    expireAt: { ...time, name: 'expire_at' },
    updatedAt: { ...time, name: 'updated_at' },
    sequence: integer,
    dealCount: { ...integer, name: 'deal_count' },
    holdsName: { ...flag, name: 'holds_name' },
  },
});

export const Deal = new EntitySchema({
  name: 'Deal',
  tableName: 'deals',
  columns: {
    id: { type: 'uuid', primary: true },
    invoiceId: { type: 'uuid', name: 'invoice_id' },
    ordinal: integer,
    type: text,
    status: text,
    paymentOption: { ...text, name: 'payment_option' },
    paymentMethod: { ...text, name: 'payment_method' },
    requisiteId: { ...integer, name: 'requisite_id' },
    makerId: { ...integer, name: 'maker_id' },
    number: text,
    holder: text,
    amount: money,
    currency: text,
    rateE8: { ...money, name: 'rate_e8' },
    makerSum: { ...money, name: 'maker_sum' },
    feeSum: { ...money, name: 'fee_sum' },
    startedAt: { ...time, name: 'started_at' },
    deadlineAt: { ...time, name: 'deadline_at' },
    occupies: flag,
    restsUntil: { ...timeOrNull, name: 'rests_until' },
  },
});

/** The database moves the balances of both accounts when one is stored. */
export const Transfer = new EntitySchema({
  name: 'Transfer',
  tableName: 'transfers',
  columns: {
    subjectId: { type: 'uuid', name: 'subject_id', primary: true },
    kind: { ...text, primary: true },
    debitId: { ...integer, name: 'debit_id' },
    creditId: { ...integer, name: 'credit_id' },
    amount: money,
    currency: text,
    createdAt: { ...time, name: 'created_at' },
  },
});

export const Account = new EntitySchema({
  name: 'Account',
  tableName: 'accounts',
  columns: { id: { ...integer, primary: true }, balance: money },
});

export const RequisiteLoad = new EntitySchema({
  name: 'RequisiteLoad',
  tableName: 'requisite_loads',
  columns: {
    requisiteId: { ...integer, name: 'requisite_id', primary: true },
    activeDeals: { ...integer, name: 'active_deals' },
    day: integer,
    daySum: { ...money, name: 'day_sum' },
    dayDeals: { ...integer, name: 'day_deals' },
    month: integer,
    monthSum: { ...money, name: 'month_sum' },
    lastStartedAt: { ...timeOrNull, name: 'last_started_at' },
  },
});

export const Maker = new EntitySchema({
  name: 'Maker',
  tableName: 'makers',
  columns: {
    id: { ...integer, primary: true },
    availableId: { ...integer, name: 'available_id' },
    heldId: { ...integer, name: 'held_id' },
    isOn: { ...flag, name: 'is_on' },
    stopped: flag,
    balanceMin: { ...money, name: 'balance_min' },
  },
});

export const Requisite = new EntitySchema({
  name: 'Requisite',
  tableName: 'requisites',
  columns: {
    id: { ...integer, primary: true },
    option: text,
    bank: text,
    currency: text,
    number: text,
    holder: text,
    dealMin: { ...moneyOrNull, name: 'deal_min' },
    dealMax: { ...moneyOrNull, name: 'deal_max' },
    dayMax: { ...moneyOrNull, name: 'day_max' },
    activeDealsMax: { ...integer, name: 'active_deals_max', nullable: true },
    paused: flag,
  },
  relations: { maker: { type: 'many-to-one', target: 'Maker', joinColumn: { name: 'maker_id' } } },
});

export const Store = new EntitySchema({
  name: 'Store',
  tableName: 'stores',
  columns: {
    id: { ...integer, primary: true },
    settlementCurrency: { ...text, name: 'settlement_currency' },
    inFeeBps: { ...integer, name: 'in_fee_bps' },
    invoiceLifetimeMs: { ...integer, name: 'invoice_lifetime_ms' },
    dealLifetimeMs: { ...integer, name: 'deal_lifetime_ms' },
  },
});

export const StoreLimit = new EntitySchema({
  name: 'StoreLimit',
  tableName: 'store_limits',
  columns: {
    storeId: { ...integer, name: 'store_id', primary: true },
    currency: { ...text, primary: true },
    type: { ...text, primary: true },
    amountMin: { ...money, name: 'amount_min' },
    amountMax: { ...money, name: 'amount_max' },
  },
});

export const Rate = new EntitySchema({
  name: 'Rate',
  tableName: 'rates',
  columns: {
    settlementCurrency: { ...text, name: 'settlement_currency', primary: true },
    fiatCurrency: { ...text, name: 'fiat_currency', primary: true },
    type: { ...text, primary: true },
    rateE8: { ...money, name: 'rate_e8' },
  },
});

export const entities = [Invoice, Deal, Transfer, Account, RequisiteLoad, Maker, Requisite, Store, StoreLimit, Rate];

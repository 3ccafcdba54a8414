/**
 * Every column that holds a box sealed with the master key, and what each box belongs to: the context is sealed in, so that a
 * box copied into another row does not open there. What re-seals, counts and checks boxes goes through this list; a tidy test
 * holds it against the schema, so that no column can be forgotten.
 */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly key: 'id' | 'key';
  readonly contextOf: (key: string | number) => string;
}

export function merchantSecretContext(merchantId: number | string): string {
  return `merchant:${merchantId}:secret`;
}

export function merchantSeedContext(merchantId: number | string): string {
  return `merchant:${merchantId}:totp_seed`;
}

export function userSeedContext(userId: number | string): string {
  return `user:${userId}:totp_seed`;
}

export function pendingActContext(id: number | string): string {
  return `pending:${id}`;
}

export function apiKeySecretContext(key: number | string): string {
  return `api-key:${key}:secret`;
}

export function webhookSecretContext(storeId: number | string): string {
  return `store:${storeId}:webhook`;
}

export function endpointSecretContext(id: number | string): string {
  return `endpoint:${id}:secret`;
}

export function channelSecretContext(id: number | string): string {
  return `told-channel:${id}:secret`;
}

export function bookKeyContext(id: number | string): string {
  return `book-key:${id}`;
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'merchants', column: 'secret', key: 'id', contextOf: merchantSecretContext },
  { table: 'merchants', column: 'old_secret', key: 'id', contextOf: merchantSecretContext },
  { table: 'merchants', column: 'totp_seed', key: 'id', contextOf: merchantSeedContext },
  { table: 'users', column: 'totp_seed', key: 'id', contextOf: userSeedContext },
  { table: 'pending_acts', column: 'sealed', key: 'id', contextOf: pendingActContext },
  { table: 'api_keys', column: 'secret', key: 'key', contextOf: apiKeySecretContext },
  { table: 'stores', column: 'webhook_secret', key: 'id', contextOf: webhookSecretContext },
  { table: 'stores', column: 'former_webhook_secret', key: 'id', contextOf: webhookSecretContext },
  { table: 'store_endpoints', column: 'secret', key: 'id', contextOf: endpointSecretContext },
  { table: 'store_endpoints', column: 'former_secret', key: 'id', contextOf: endpointSecretContext },
  { table: 'told_channels', column: 'secret', key: 'id', contextOf: channelSecretContext },
  { table: 'book_keys', column: 'secret', key: 'id', contextOf: bookKeyContext },
];

export function nameOf({ table, column }: SealedColumn): string {
  return `${table}.${column}`;
}

import { webhookSecretContext } from '../../secrets/sealed-columns.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

/** The one there was becomes the former one, until then; where there was none, that is the merchant's secret. */
export async function replaceWebhookSecret(
  { client, secrets }: SettingsTransaction,
  {
    storeId,
    secret,
    formerUntilMs,
  }: { readonly storeId: number; readonly secret: string; readonly formerUntilMs: number },
): Promise<void> {
  await client.query(
    `update stores set former_webhook_secret = webhook_secret, former_webhook_until = $2, webhook_secret = $3 where id = $1`,
    [storeId, new Date(formerUntilMs), secrets.seal(secret, webhookSecretContext(storeId))],
  );
}

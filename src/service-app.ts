import type { FastifyInstance } from 'fastify';
import type { DeviceContext } from './api/devices/endpoint.ts';
import { registerDevices } from './api/devices/register.ts';
import { registerMerchant } from './api/merchant/register.ts';
import type { OperatorContext } from './api/operator/endpoint.ts';
import { registerOperator } from './api/operator/register.ts';
import { clockDTO } from './api/operator/sandbox/clock.ts';
import { openPublicContext, type PublicSettings } from './api/public/public-context.ts';
import { registerPublic } from './api/public/register.ts';
import { AppError } from './errors.ts';
import { type AppOptions, createApp } from './http/app.ts';
import { registerFiles } from './http/files.ts';
import { registerHealth } from './http/health.ts';
import { type Assets, registerAssets, registerVerifier } from './pages/assets.ts';
import { registerConsole } from './pages/console.ts';
import { registerPay } from './pages/pay.ts';
import { registerReference } from './reference/register.ts';

export interface ServedParts extends AppOptions {
  readonly publicInterface: PublicSettings;
  /** What the pages load. */
  readonly assets: Assets;
}

/** The server with all that it serves. */
export function serveEverything(context: OperatorContext & DeviceContext, parts: ServedParts): FastifyInstance {
  const { metrics, assets, drain } = parts;
  const app = createApp(parts);
  registerMerchant(app, context);
  registerOperator(app, context);
  registerDevices(app, context);
  const publicContext = openPublicContext(context, parts);
  registerPublic(app, publicContext);
  registerPay(app, publicContext, { assets, refused: (code) => metrics.countRefusal(code) });
  const linkKeys = [context.linkKey, ...context.formerLinkKeys];
  registerFiles(app, { receipts: context.receipts, linkKeys, now: context.clock });
  registerHealth(app, { metrics, ready: () => readiness(context), drain });
  registerReference(app, context);
  registerAssets(app, assets);
  registerVerifier(app, assets);
  registerConsole(app, { assets, publicUrl: context.publicUrl });
  return app;
}

/** In the sandbox with its time, which somebody may have moved. */
async function readiness(context: OperatorContext): Promise<object> {
  if (!context.engine.isAvailable) throw new AppError('database_unavailable');
  await context.reads.balances([]);
  return context.sandboxClock === null ? {} : { clock: clockDTO(context) };
}

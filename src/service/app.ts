import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { DeviceContext } from '../api/devices/endpoint.ts';
import { registerDevices } from '../api/devices/register.ts';
import { registerMerchant } from '../api/merchant/register.ts';
import type { OperatorContext } from '../api/operator/endpoint.ts';
import { registerOperator } from '../api/operator/register.ts';
import { clockDTO } from '../api/operator/sandbox/clock.ts';
import { Proofs } from '../api/proofs.ts';
import { openPublicContext } from '../api/public/public-context.ts';
import { registerPublic } from '../api/public/register.ts';
import { warningsOf } from '../domain/authority/setting-warnings.ts';
import { Reads } from '../engine/reads.ts';
import { AppError } from '../errors/app-error.ts';
import { bareAddress } from '../http/address-key.ts';
import { createApp } from '../http/app.ts';
import { registerFiles } from '../http/files.ts';
import { registerHealth } from '../http/health.ts';
import { Assets, registerAssets, registerVerifier } from '../pages/assets.ts';
import { registerConsole } from '../pages/console.ts';
import { registerPay } from '../pages/pay.ts';
import { registerReference } from '../reference/register.ts';
import { People } from '../settings/people/people.ts';
import { openProof } from '../storage/book/prove.ts';
import { projectFolder } from '../storage/installation/project-folder.ts';
import type { Core } from './core.ts';

/** What endpoints work with that needs nothing but the core. */
export function coreApi(core: Core) {
  const { config, pool, secrets, settings, engine, catalogue, clock, machineClock, newId, publicUrl } = core;
  const { mode, cell, otherPublicUrls, rateLimitPerSecond, operatorLimits } = config;
  return {
    mode,
    cell,
    pool,
    settings,
    engine,
    catalogue,
    clock,
    newId,
    publicUrl,
    otherPublicUrls,
    rateLimitPerSecond,
    operatorLimits,
    callersClock: Date.now,
    settingWarnings: warningsOf(config),
    reads: new Reads(pool, clock),
    proofs: new Proofs((asked) => openProof(pool, secrets, asked), machineClock),
    people: new People(pool, settings),
    deviceKey: secrets.deriveKey('devices'),
    formerDeviceKeys: secrets.deriveKeys('devices').slice(1),
  };
}

/** The server with all that it serves. */
export function serveEverything(core: Core, context: OperatorContext & DeviceContext): FastifyInstance {
  const { config, metrics, invoices, drain, log: logger } = core;
  const { requestTimeoutMs, trustedProxies } = config;
  const isTrustedProxy =
    trustedProxies.entries.length === 0 ? null : (one: string) => trustedProxies.includes(bareAddress(one) ?? '');
  const app = createApp({ logger, metrics, requestTimeoutMs, isTrustedProxy, drain });
  registerMerchant(app, context);
  registerOperator(app, context);
  registerDevices(app, context);
  const publicInterface = { ...config.publicInterface, watch: invoices };
  const publicContext = openPublicContext(context, { publicInterface, metrics, logger });
  registerPublic(app, publicContext);
  const assets = new Assets(join(projectFolder(), 'dist/web'));
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

import { describe, expect, it } from 'vitest';
import { actors } from '../../../test/support/situations.ts';
import { requireRole, type SettingActName, settingActs } from './setting-acts.ts';

const names = Object.keys(settingActs) as SettingActName[];

describe('the table of acts on settings', () => {
  it('spells every act as a verb and its object', () => {
    const verbs =
      /^(accept|claim|comment|release|lift|create|change|set|switch|remove|close|revoke|rotate|add|advance|load|order|resend|resume|allow|approve|record|reject|save|import|start|stop|continue|group|ungroup|link|explain|mail)(-[a-z]+)+$/;
    expect(names.filter((name) => !verbs.test(name))).toEqual([]);
  });

  it('lets operators do everything, and the others only what their row says', () => {
    for (const name of names) {
      expect(() => requireRole(name, actors.operator)).not.toThrow();
      const roles: readonly string[] = settingActs[name].roles;
      for (const role of ['maker', 'merchant'] as const) {
        const attempt = () => requireRole(name, actors[role]);
        if (roles.includes(role)) expect(attempt).not.toThrow();
        else expect(attempt).toThrow('You may not do this.');
      }
    }
  });

  it('gives makers and merchants nothing that decides about others', () => {
    const open = (role: 'maker' | 'merchant') =>
      names.filter((name) => (settingActs[name].roles as readonly string[]).includes(role));
    const passkeys = ['add-passkey', 'change-passkey', 'remove-passkey'];
    const own = ['change-password', 'close-sessions', 'set-second-factor', 'mail-enrolment-code', ...passkeys];
    own.push('save-view', 'remove-view', 'add-channel', 'remove-channel', 'set-wishes', 'create-token', 'revoke-token');
    const imports = ['import-statement', 'start-import', 'stop-import', 'continue-import'];
    expect(open('maker')).toEqual([
      ...own,
      'switch-maker',
      'create-phone',
      'create-phone-ticket',
      'change-phone',
      'revoke-phone',
      'accept-requisite',
      'change-requisite',
      ...imports,
    ]);
    expect(open('merchant')).toEqual([
      ...own,
      'create-invitation',
      'revoke-invitation',
      'change-member',
      'remove-member',
      'rotate-secret',
      'change-payment-policy',
      'change-payer-rules',
      'create-api-key',
      'change-api-key',
      'rotate-api-key',
      'revoke-api-key',
      'rotate-webhook-secret',
      'create-endpoint',
      'change-endpoint',
      'rotate-endpoint-secret',
      'remove-endpoint',
      'resend-endpoint-event',
      'add-store-address',
      'remove-store-address',
      'resend-notification',
      'resend-failed-notifications',
      'resume-receiver',
    ]);
  });
});

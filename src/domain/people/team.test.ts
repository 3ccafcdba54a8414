import { describe, expect, it } from 'vitest';
import { allMemberRights, type MemberRight, type User } from './people.ts';
import {
  type Invitation,
  readRights,
  refusedToMember,
  requireCovers,
  requireMember,
  requireOpenInvitation,
  rightsNeeded,
} from './team.ts';

const noon = Date.parse('2026-11-14T12:00:00Z');
const owner: User = {
  id: 1,
  login: 'owner',
  name: '',
  role: 'merchant',
  makerId: null,
  merchantId: 7,
  hasAuthenticator: true,
  passkeys: 0,
  isDisabled: false,
  trustedSince: 0,
  rights: null,
};
const member = (rights: readonly MemberRight[], change: Partial<User> = {}): User => ({
  ...owner,
  id: 2,
  rights,
  ...change,
});

describe('the table of rights', () => {
  it('opens each operation to owners, and to members with its right alone', () => {
    for (const [operationId, needed] of Object.entries(rightsNeeded)) {
      expect(refusedToMember(owner, operationId)).toBeNull();
      for (const right of allMemberRights) {
        const isOpen = needed === 'own' || needed === 'read' || needed === right;
        expect([operationId, right, refusedToMember(member([right]), operationId)]).toEqual([
          operationId,
          right,
          isOpen ? null : 'right_missing',
        ]);
      }
    }
  });

  it('is closed where it says nothing', () => {
    expect(refusedToMember(member(allMemberRights), 'createUser')).toBe('right_missing');
    expect(refusedToMember({ ...owner, role: 'operator', rights: null }, 'createUser')).toBeNull();
  });

  it('asks members for a second factor where money or keys are touched', () => {
    const bare = member(allMemberRights, { hasAuthenticator: false });
    const asked = Object.keys(rightsNeeded).filter((id) => refusedToMember(bare, id) === 'second_factor_required');
    const touching = Object.entries(rightsNeeded).filter(([, right]) => !['own', 'read', 'payins'].includes(right));
    expect(asked).toEqual(touching.map(([id]) => id));
    expect(refusedToMember({ ...bare, passkeys: 1 }, 'requestWithdrawal')).toBeNull();
  });
});

describe('rights', () => {
  it('are each there once, in one order', () => {
    expect(readRights(['team', 'payins', 'team'])).toEqual(['payins', 'team']);
  });

  it('are given by those who have them alone', () => {
    expect(() => requireCovers(owner, allMemberRights)).not.toThrow();
    expect(() => requireCovers(member(['team', 'payins']), ['payins'])).not.toThrow();
    expect(() => requireCovers(member(['team']), ['withdrawals', 'keys'])).toThrow('withdrawals, keys');
  });
});

describe('a change of a member', () => {
  const by = member(['team', 'payins']);
  const refusal = (one: User | null) => {
    try {
      requireMember(by, one);
      return null;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it('is of the own team, another one, no owner, and has no right above', () => {
    const other = member(['payins'], { id: 3 });
    expect(refusal(other)).toBeNull();
    expect(refusal(null)).toBe('not_found');
    expect(refusal({ ...other, merchantId: 8 })).toBe('not_found');
    expect(refusal({ ...other, isDisabled: true })).toBe('not_found');
    expect(refusal({ ...other, role: 'operator', merchantId: null })).toBe('not_found');
    expect(refusal(by)).toBe('not_on_oneself');
    expect(refusal(owner)).toBe('owner_is_fixed');
    expect(refusal({ ...other, rights: ['keys'] })).toBe('right_not_yours');
  });
});

describe('an invitation', () => {
  const open: Invitation = {
    id: 'i',
    merchantId: 7,
    name: 'Vera',
    rights: [],
    invitedBy: 1,
    createdAt: noon,
    expiresAt: noon + 1,
    endedAt: null,
  };

  it('is good once, and until its time', () => {
    expect(requireOpenInvitation(open, noon)).toBe(open);
    for (const gone of [null, { ...open, endedAt: noon }, { ...open, expiresAt: noon }]) {
      expect(() => requireOpenInvitation(gone, noon)).toThrow(expect.objectContaining({ code: 'invitation_ended' }));
    }
  });
});

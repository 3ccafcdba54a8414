import { Type } from 'typebox';
import { usualSettings } from '../../../domain/money/setting-fields.ts';
import { type AccessRules, accessFields } from '../../../domain/people/access-rules.ts';
import { Reason } from '../fields.ts';
import { settingAnswers, settingWishes } from '../setting-shapes.ts';

export const RulesShape = Type.Object(settingAnswers(accessFields));

export const RulesChange = Type.Object({ ...settingWishes(accessFields), reason: Reason });

export const exampleRules: AccessRules = { ...usualSettings(accessFields, 0), makersNeedFactor: true };

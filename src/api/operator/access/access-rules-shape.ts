import { Type } from 'typebox';
import { type AccessRules, accessFields } from '../../../domain/access-rules.ts';
import { usualSettings } from '../../../domain/setting-fields.ts';
import { Reason } from '../fields.ts';
import { settingAnswers, settingWishes } from '../setting-shapes.ts';

export const RulesShape = Type.Object(settingAnswers(accessFields));

export const RulesChange = Type.Object({ ...settingWishes(accessFields), reason: Reason });

export const exampleRules: AccessRules = { ...usualSettings(accessFields, 0), makersNeedFactor: true };

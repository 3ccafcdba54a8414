import type { Refusal } from './refusal.ts';

/** Cases that wait for a person. */
export const workqueueErrors = {
  case_claimed: {
    message: '{login} works on it. Say that you take it over to have it.',
    advice: 'Take another case, or ask the one who has it; `takeOver` takes it over.',
    ru: 'Этим уже занимается другой оператор. Чтобы взять дело себе, нажмите «Забрать себе».',
  },
  work_limit_order: {
    message: 'Something is late after it has waited long, not before: at least {minutes} minutes.',
    advice: 'Give `lateMinutes` that are not less than `warnMinutes`.',
    ru: 'Просрочка не может наступать раньше предупреждения: не меньше {1} мин.',
  },
} as const satisfies Record<string, Refusal>;

import { type Static, type TObject, type TProperties, type TSchema, type TString, Type } from 'typebox';
import { settingActs } from '../../domain/authority/setting-acts.ts';
import type { ByWhom } from '../../domain/people/audit.ts';
import type { SettingAct } from '../../settings/setting-act.ts';
import { type Description, type Example, type Input, json } from '../endpoint.ts';
import type { Parameters, ValuesOf } from '../parameters.ts';
import type { ShapeOf } from '../schemas.ts';
import { byOf, type ForPeople, type OperatorCall, type OperatorEndpoint } from './endpoint.ts';
import { Reason } from './fields.ts';

/** What an operation says that does one act on settings, beside what its noun says for all of them. */
type Described<Params extends Parameters, Asked extends TProperties, Response extends TSchema, Given, Result> = Omit<
  Description,
  'tag' | 'params' | 'query' | 'body' | 'response' | 'takesKey' | 'example' | 'examples'
> &
  Partial<ForPeople> & {
    readonly params?: Params;
    /** What the body says beside the reason. That comes last, unless it is named among the others. */
    readonly body?: Asked;
    readonly response: Response;
    /** By whom the act is done; with `byPerson` also whether the person has shown to be there. */
    by?(call: OperatorCall, reason: string): ByWhom | Promise<ByWhom>;
    /** What the act is given. */
    input(call: CallOf<Params, Asked>): Given | Promise<Given>;
    answer(done: Result, call: CallOf<Params, Asked>): ShapeOf<Response> | Promise<ShapeOf<Response>>;
  } & Why<Params, Asked, Response>;

/** The body asks for the reason, which the audit log keeps; or it goes without saying. */
type Why<Params extends Parameters, Asked extends TProperties, Response extends TSchema> =
  | { readonly reason?: never; readonly example: ExampleOf<Asked & { readonly reason: TString }, Response> }
  | {
      readonly reason: string | ((call: CallOf<Params, Asked>) => string);
      readonly example: ExampleOf<Asked, Response>;
    };

type ExampleOf<Asked extends TProperties, Response extends TSchema> = Example<
  NoInfer<ShapeOf<TObject<Asked>>>,
  NoInfer<ShapeOf<Response>>
>;

/** The reason is taken out of the body: what is left is for the act. */
type CallOf<Params extends Parameters, Asked extends TProperties> = OperatorCall &
  Input<ValuesOf<Params>, unknown, Omit<Static<TObject<Asked>>, 'reason'>>;

/** Says once what the operations on settings of one noun share. Their roles are those of their acts, unless others are named. */
export function settingsOf(noun: Pick<ForPeople, 'tag' | 'scope'> & Partial<ForPeople>) {
  return <
    ActInput,
    Drawn,
    Rows,
    Change,
    Result,
    const Given extends ActInput,
    const Response extends TSchema,
    const Params extends Parameters = Record<never, never>,
    const Asked extends TProperties = Record<never, never>,
  >(
    act: SettingAct<ActInput, Drawn, Rows, Change, Result>,
    described: Described<Params, Asked, Response, Given, NoInfer<Result>>,
  ): OperatorEndpoint => {
    const { body, reason, by = byOf, input, answer, ...said } = described;
    const fields = reason === undefined ? { ...body, reason: Reason } : body;
    return {
      roles: settingActs[act.name].roles,
      ...noun,
      ...said,
      ...(fields === undefined ? {} : { body: json(Type.Object(fields)) }),
      async handle(asked) {
        const { reason: given = '', ...rest } = (asked.body ?? {}) as { readonly reason?: string };
        const call = { ...asked, body: rest } as CallOf<Params, Asked>;
        const why = reason === undefined ? given : typeof reason === 'string' ? reason : reason(call);
        const { settings } = call.context;
        return await answer(await settings.run(act, await input(call), await by(call, why)), call);
      },
    };
  };
}

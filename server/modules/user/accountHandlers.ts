import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import type { HandlerMethod } from '../../core/route.ts'
import type { Domains } from '../../crud/engine/domains.ts'
import { listHandler } from '../../crud/read/list.ts'
import { makeScreen, type Screen } from '../../crud/screen/screen.ts'
import { saveForm } from '../../crud/write/form.ts'
import { verificationTypes } from '../codes/deliver.ts'
import { changeBind, verification } from './addresses.ts'
import { overview } from './overview.ts'
import { retrievePassword } from './retrieve.ts'

/**
 * The addresses by which BuildAdmin's client knows the screens of the member centre (protocol 1.4): `/api/account/balance` and the like.
 * They do what the screens' own addresses do, with the same rights.
 */
export function accountHandlers(schema: Schema, domains: Domains): Handler[] {
  const screenOf = (id: string): Screen | undefined => {
    const page = schema.pages.get(id)
    return page && makeScreen(page, schema, domains)
  }
  const [profile, changePassword, balance, integral] = ['profile', 'changePassword', 'balance', 'integral'].map((name) =>
    screenOf(`account/${name}`),
  )
  if (!profile || !changePassword || !balance || !integral) return [] // other schemas than the product's own
  const posting = (screen: Screen, body: (ctx: Context) => Record<string, unknown>) => (ctx: Context) =>
    ctx.write((trx) => saveForm(screen, { ...ctx, body: body(ctx) }, trx))
  return [
    at('GET', 'overview', 'index', overview),
    at('GET', 'profile', 'index', async (ctx) => ({ accountVerificationType: await verificationTypes(ctx) })),
    {
      ...at(
        'POST',
        'profile',
        'edit',
        posting(profile, (ctx) => ctx.body),
      ),
      successMessage: 'success.crud.updated',
    },
    { ...at('POST', 'verification', '', verification), access: { type: 'node', node: 'account/profile/verification' } },
    {
      ...at('POST', 'changeBind', '', changeBind),
      successMessage: 'success.crud.updated',
      access: { type: 'node', node: 'account/profile/changeBind' },
    },
    {
      ...at('POST', 'retrievePassword', '', retrievePassword),
      access: { type: 'public' },
      successMessage: 'success.codes.password',
    },
    {
      ...at('POST', 'changePassword', 'edit', posting(changePassword, confirmed)),
      successMessage: 'success.crud.updated',
    },
    at('GET', 'balance', 'index', (ctx) => listHandler(balance, ctx)),
    at('GET', 'integral', 'index', (ctx) => listHandler(integral, ctx)),
  ]
}

function at(method: HandlerMethod, name: string, node: string, run: Handler['run']): Handler {
  return {
    app: 'api',
    controller: 'account',
    action: name,
    method,
    access: { type: 'node', node: `account/${name}/${node}` },
    run,
  }
}

/** BuildAdmin's client compares the two entries of the new password itself and sends one. */
function confirmed({ body }: Context): Record<string, unknown> {
  return { confirm: body.newPassword, ...body }
}

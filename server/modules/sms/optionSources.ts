import type { OptionSource } from '../../crud/domain.ts'

/** What variables of messages can be taken from: fields of records or items of the configuration, as another field says. */
export const messageValueOptions: OptionSource = (ctx, [source = '']) => {
  const { items, places } = ctx.services.messageValues
  const [names, words] = source === 'config' ? [items, 'items'] : source === 'field' ? [places, 'places'] : [{}, '']
  return Object.keys(names ?? {}).map((value) => ({ value, label: ctx.text(`sms.${words}.${value}`), mayTake: true }))
}

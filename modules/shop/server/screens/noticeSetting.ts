import type { FieldMessage, ScreenHooks } from '../../../../server/crud/domain.ts'
import { unknownPlaceholders } from '../notices/settings.ts'
import { type MessageType, messageFacts } from '../notices/texts.ts'

/** A template may name only what its type of notice knows. */
export const noticeSettingHooks: ScreenHooks = {
  validate: async ({ before, values }) => {
    const type = (before?.message_type ?? values.message_type) as MessageType
    const found: Record<string, FieldMessage> = {}
    for (const field of ['template', 'template_en']) {
      const template = values[field]
      if (typeof template !== 'string' || unknownPlaceholders(type, template).length === 0) continue
      const names = messageFacts[type].knows.map((name) => `{${name}}`).join(' ')
      found[field] = { code: 'notices.placeholder', params: { names } }
    }
    return found
  },
}

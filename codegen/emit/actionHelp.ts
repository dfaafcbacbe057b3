import { anyKinds } from '../../src/schemas/language/action/action.ts'
import { builtIn } from '../../src/schemas/language/action/kinds/builtIn.ts'

/** What the keys of an action are for, by their path. Keys of one type alone have their help in its file. */
export const actionHelp: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...Object.values(anyKinds), builtIn].flatMap(({ help }) =>
      Object.entries(help).map(([path, text]) => [`action.${path}`, text]),
    ),
  ),
  'action.type':
    'run changes a row, chosen rows or none; perRow each chosen row with its own values; answer shows values, writes nothing; print opens sheets; tool opens a tool of the list. Built-in actions have none.',
  'action.node': 'The right it needs, a button of the page’s menu rule; the action’s name when absent.',
  'action.call': 'Last part of the address; the action’s name when absent.',
  'action.icon': 'Name of its icon.',
  'action.severity': 'Danger makes its dialog ask in red.',
  'action.confirm':
    'Asks first, with the words actions.<name>.confirm: always (true), or where a condition over its form holds ($parent: the record). {preview.members} is a value of its preview; actions.<name>.yes is the button.',
  'action.when': 'Holds in the browser, where the button is offered, and in the transaction that writes.',
  'action.refuse': 'Rules that only the server knows, each with its words actions.<name>.refuse.<rule>.',
  'action.fields': 'Fields of the action’s own form.',
  'action.set': 'The effect as data: fields and the values they get.',
  'action.set.*.now': 'The time of the action.',
  'action.set.*.row': 'A field of the row, as it was before the action.',
  'action.set.*.form': 'An input of the action’s form.',
  'action.set.*.actor': 'Who did it: the key (id) or the name.',
  'action.log': 'A row that it leaves in another table, in the same transaction.',
  'action.log.relation': 'A relation of many whose table it is; its foreign key is filled in.',
  'action.log.table': 'A table by name, where no relation leads there.',
  'action.log.values': 'Fields of that table and the values they get; the others take their defaults.',
  'action.log.values.*.now': 'The time of the action.',
  'action.log.values.*.row': 'A field of the row, as it was before the action.',
  'action.log.values.*.form': 'An input of the action’s form.',
  'action.log.values.*.actor': 'Who did it: the key (id) or the name.',
  'action.notify':
    'Tells administrators of it by the live feed, in the words actions.<name>.notify with {fields} of the row and {actor}.',
  'action.notify.node': 'Whoever holds this node hears it; at first that of the page’s list.',
  'action.notify.groups': 'Only members of groups with these names.',
  'action.then':
    'What comes when it is done: the list (refresh), its row (open), the answer’s url (download) or path (follow), or another screen.',
  'action.then.page': 'The other screen.',
  'action.then.query': 'Filters of the other list: its field and the field of this row whose value it takes.',
}

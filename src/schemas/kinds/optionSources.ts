/** What a page has to know of a source: how many fields its choices depend on, and a value that is among them. */
export interface OptionSource {
  needs: number
  sample: string
}

/**
 * Where the choices of an option field can come from when the server makes them: `"options": { "source": … }`. These are the platform's;
 * modules name theirs in module.json. What each offers, and to whom, is in the manifest of a module of the server under the same name.
 */
export const optionSources = {
  /** Screens the person may open. */
  screens: { needs: 0, sample: 'auth/admin' },
  /** Screens the person may open that delete records. */
  deletingScreens: { needs: 0, sample: 'auth/admin' },
  /** Screens the person may export. */
  exports: { needs: 0, sample: 'auth/admin' },
  /** Screens whose lists the person may fill from files. */
  imports: { needs: 0, sample: 'auth/admin' },
  /** Tables behind the screens that the person may open. */
  tables: { needs: 0, sample: 'admin' },
  /** Columns of the table that another field names. */
  columns: { needs: 1, sample: 'id' },
  /** What variables of messages can be taken from: fields of records or items of the configuration, as another field says. */
  messageValues: { needs: 1, sample: 'user.nickname' },
  /** Columns that the file of a list can have, by the list's screen; those in sight there are preselected. */
  exportColumns: { needs: 1, sample: 'id' },
  /** Tabs of the form that further fields can be made on. */
  itemGroups: { needs: 0, sample: 'basics' },
  /** Time zones by their IANA names. */
  timeZones: { needs: 0, sample: 'Asia/Shanghai' },
} as const satisfies Readonly<Record<string, OptionSource>>

export type OptionSourceName = keyof typeof optionSources

/** Name of the member beside a value that holds its label, or the labels of a list in its order. */
export function labelMember(name: string): string {
  return `${name}_text`
}

/** Name of the member beside a value that holds its colour, or the colours of a list in its order. */
export function tagMember(name: string): string {
  return `${name}_tag`
}

/** The label of one of the values of a sourced field: `labels` are the labels of `whole`, all its values. */
export function labelBeside(labels: unknown, whole: unknown, value: unknown): string | undefined {
  const label = Array.isArray(labels) && Array.isArray(whole) ? labels[whole.indexOf(value)] : labels
  return typeof label === 'string' ? label : undefined
}

/** Fields whose labels the server sends with their values. */
export function sourcedFields<Own extends { source?: string | undefined }>(fields: Readonly<Record<string, Own>>): Own[] {
  return Object.values(fields).filter((field) => field.source !== undefined)
}

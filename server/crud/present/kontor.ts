import type { Presenter } from './presenter.ts'

/** Kontor's front end reads the model as it is, and shows why a button would be refused. */
export const kontorPresenter: Presenter = {
  choosesColumns: true,
  deliversPages: true,
  showsChanges: true,
  async rows({ hooks }, input) {
    const denied = await hooks.denied?.(input)
    if (!denied) return
    for (const [i, row] of input.wire.entries()) if (denied[i]) row._denied = denied[i]
  },
  newValues: () => {},
  extra: async () => ({}),
  formExtra: async () => ({}),
  settings: (_screen, { body }) => body,
  written: (result) => result,
}

import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'
import type { CrudActions } from './crudActions.ts'
import { type LaterCode, lazyModule } from './lazyModule.ts'

/** The same, and a way to have the code there before it is wanted. */
export interface LazyCrudActions extends CrudActions {
  /** Loads the code. Settles when it is there or did not come; a failure shows when something is done. */
  preload(): Promise<void>
}

/**
 * What a screen does beyond showing its list; its code is loaded with the first action, so that the first rows do not wait for it.
 * When the code cannot be loaded the person sees why, nothing is done, and the next try loads it again.
 */
export function lazyCrudActions(context: CrudContext, list: List): LazyCrudActions {
  const code = lazyModule(async () => {
    // Any action may open a form, which reports what is wrong with a value.
    const [module] = await Promise.all([import('./crudActions.ts'), context.words.loadPart('validate')])
    return module.createCrudActions(context, list)
  })
  const { asked, done } = callsOf(code, () => context.notices.push('error', context.words.say('ui.crud.notLoaded')))

  const calls = Object.entries(undone).map(([name, result]) => [
    name,
    done((own) => own[name as keyof typeof undone] as Act, result),
  ])

  return {
    ...(Object.fromEntries(calls) as Pick<CrudActions, keyof typeof undone>),
    preload: () =>
      code.get().then(
        () => undefined,
        () => undefined,
      ),
    record: asked((own) => own.record),
    options: asked((own) => own.options),
    labels: asked((own) => own.labels),
    lookup: asked((own) => own.lookup),
    // What is open was opened by the code that closes it.
    closeCell: (cell) => code.now()?.closeCell(cell),
    closeForm: () => code.now()?.closeForm(),
    closeAnswer: () => code.now()?.closeAnswer(),
    closePrint: () => code.now()?.closePrint(),
  }
}

type Act = (...args: unknown[]) => Promise<unknown>

/** What is done, and what it returns when its code cannot be loaded. */
const undone = {
  openForm: null,
  submit: false,
  info: null,
  del: false,
  reveal: null,
  restore: false,
  kept: null,
  destroy: false,
  sort: false,
  switchField: false,
  run: false,
  editCell: false,
  saveCell: false,
  ask: false,
  figures: null,
  print: false,
  views: null,
  saveView: null,
  changeView: false,
  arrangeViews: false,
  deleteView: false,
} satisfies { [Name in keyof CrudActions]?: Awaited<ReturnType<CrudActions[Name]>> }

/** Calls of code that may not be there yet. */
function callsOf(code: LaterCode<CrudActions>, notLoaded: () => void) {
  /** Calls it once the code is there, at once when it is there already. Rejects when the code cannot be loaded. */
  function asked<Args extends unknown[], Result>(which: (acts: CrudActions) => (...args: Args) => Promise<Result>) {
    return (...args: Args): Promise<Result> => {
      const acts = code.now()
      return acts ? which(acts)(...args) : code.get().then((own) => which(own)(...args))
    }
  }

  /** The same, but returns `undone` when the code cannot be loaded, after telling the person. */
  function done<Args extends unknown[], Result>(
    which: (acts: CrudActions) => (...args: Args) => Promise<Result>,
    undone: Result,
  ) {
    const act = asked(which)
    const fail = () => {
      notLoaded()
      return undone
    }
    return (...args: Args): Promise<Result> => (code.now() ? act(...args) : code.get().then(() => act(...args), fail))
  }

  return { asked, done }
}

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

  return {
    preload: () =>
      code.get().then(
        () => undefined,
        () => undefined,
      ),
    openForm: done((own) => own.openForm, null),
    submit: done((own) => own.submit, false),
    info: done((own) => own.info, null),
    record: asked((own) => own.record),
    del: done((own) => own.del, false),
    reveal: done((own) => own.reveal, null),
    restore: done((own) => own.restore, false),
    kept: done((own) => own.kept, null),
    destroy: done((own) => own.destroy, false),
    sort: done((own) => own.sort, false),
    switchField: done((own) => own.switchField, false),
    run: done((own) => own.run, false),
    ask: done((own) => own.ask, false),
    figures: done((own) => own.figures, null),
    print: done((own) => own.print, false),
    options: asked((own) => own.options),
    labels: asked((own) => own.labels),
    lookup: asked((own) => own.lookup),
    views: done((own) => own.views, null),
    saveView: done((own) => own.saveView, null),
    changeView: done((own) => own.changeView, false),
    arrangeViews: done((own) => own.arrangeViews, false),
    deleteView: done((own) => own.deleteView, false),
    saveColumns: done((own) => own.saveColumns, false),
    // What is open was opened by the code that closes it.
    closeForm: () => code.now()?.closeForm(),
    closeAnswer: () => code.now()?.closeAnswer(),
    closePrint: () => code.now()?.closePrint(),
  }
}

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

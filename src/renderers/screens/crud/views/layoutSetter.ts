import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { ColumnLayout } from '../../../../schemas/language/wire/columnLayout.ts'

type SetLayout = (layout: ColumnLayout) => void

const setters = new WeakMap<Crud, SetLayout>()

/** Notes how the columns of a list are arranged, for what is not drawn with the list. */
export function noteLayoutSetter(crud: Crud, set: SetLayout): void {
  setters.set(crud, set)
}

/** Arranges the columns of a list; undefined while that is not drawn. */
export function layoutSetter(crud: Crud): SetLayout | undefined {
  return setters.get(crud)
}

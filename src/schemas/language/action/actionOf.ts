/** What has actions, which are told apart by their type: a page. */
interface Actions<A extends Typed> {
  actions: Readonly<Record<string, A>>
}

interface Typed {
  type: string
}

type OfType<A extends Typed, T extends A['type']> = Extract<A, { type: T }>

/** The action of this name where it is of this type; undefined where there is none, or one of another type. */
export function actionOf<A extends Typed, T extends A['type']>(
  { actions }: Actions<A>,
  name: string,
  type: T,
): OfType<A, T> | undefined {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  return action && isOf(action, type) ? action : undefined
}

/** The actions of one type, in the order of the page. */
export function actionsOf<A extends Typed, T extends A['type']>({ actions }: Actions<A>, type: T): OfType<A, T>[] {
  return Object.values(actions).flatMap((action) => (isOf(action, type) ? [action] : []))
}

function isOf<A extends Typed, T extends A['type']>(action: A, type: T): action is OfType<A, T> {
  return action.type === type
}

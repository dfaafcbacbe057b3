import type { CommandContext } from './command.ts'
import type { Writer } from './db/connect.ts'

/** What modules do when another module says that something happened, in its transaction: an error undoes both. */
export interface ModuleEvents {
  /** A member was created, by signing up or by an administrator. */
  memberCreated(trx: Writer, member: { id: number }, env: CommandContext): Promise<void>
  /** A member has signed up; `memberCreated` came before. */
  memberRegistered(trx: Writer, member: { id: number }, env: CommandContext): Promise<void>
  /** A member's profile was saved and says all that it asks for. Happens again with every save. */
  profileCompleted(trx: Writer, member: { id: number }, env: CommandContext): Promise<void>
  /** A member is about to be deleted. Throw `Refused` to keep them. */
  memberDeleting(trx: Writer, member: { id: number; username: string }, env: CommandContext): Promise<void>
  /** A member was deleted: what says who they were goes. */
  memberForgotten(trx: Writer, member: { id: number }, env: CommandContext): Promise<void>
}

type Listener<M> = (trx: Writer, member: M, env: CommandContext) => Promise<void>

/** The events of several modules merged: listeners run in the order of the modules. */
export function composeEvents(listeners: readonly (Partial<ModuleEvents> | undefined)[]): ModuleEvents {
  const all =
    <M extends { id: number }>(pick: (listener: Partial<ModuleEvents>) => Listener<M> | undefined): Listener<M> =>
    async (trx, member, env) => {
      for (const listener of listeners) if (listener) await pick(listener)?.(trx, member, env)
    }
  return {
    memberCreated: all((listener) => listener.memberCreated),
    memberRegistered: all((listener) => listener.memberRegistered),
    profileCompleted: all((listener) => listener.profileCompleted),
    memberDeleting: all<{ id: number; username: string }>((listener) => listener.memberDeleting),
    memberForgotten: all((listener) => listener.memberForgotten),
  }
}

declare module './services.ts' {
  interface Services {
    /** Notifies other modules of what happened. */
    events: ModuleEvents
  }
}

import type { Row } from '../domain.ts'
import { changedRefusal, changedSince } from '../rows/meanwhile.ts'
import { readVersion, versionOf } from '../rows/version.ts'
import type { Screen } from '../screen/screen.ts'
import type { ValidationErrors } from '../validate/validate.ts'

/** A record that is saved, with the version that its reader had. */
interface Merging {
  before: Readonly<Row>
  /** What was posted; what its reader only repeats is taken out, for somebody else has changed it. */
  values: Row
  found: ValidationErrors
  version: unknown
}

/**
 * Lays what was posted over what others have changed since `version`. Returns the fields that others changed and that stay as they are.
 * Refuses when a posted field was changed by others too, unless it says what they say.
 */
export function mergeMeanwhile(screen: Screen, { before, values, found, version }: Merging): string[] {
  if (version === undefined || version === versionOf(screen, before)) return []
  const read = readVersion(screen, version)
  if (!read) throw changedSince(screen, before, version)
  // A client that posts all it was shown posts when the record was last changed, too, which is another time by now.
  if (found.update_time?.code === 'notWritable') delete found.update_time
  const changed = read.changed(before)
  for (const name of changed) {
    if (!Object.hasOwn(values, name) || !read.wasRead(name, values[name])) continue
    delete values[name]
    delete found[name]
  }
  const isPosted = (name: string) => Object.hasOwn(values, name)
  const colliding = changed.filter((name) => isPosted(name) && !read.isSame(name, values[name], before[name]))
  if (colliding.length > 0) throw changedRefusal(screen, before, changed)
  return changed.filter((name) => !isPosted(name))
}

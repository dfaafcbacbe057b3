import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long, the longest first: were one of them the last, the other workers would have nothing to do meanwhile. */
const longest = [
  'crash/crash',
  'schemas/corpus',
  'renderers/accessible',
  'dataio/importProcess',
  'dataio/process',
  'crash/twoProcesses',
  'postgres/cluster',
  'e2e/faults',
  'e2e/codes',
  'e2e/feed',
  'shop/history',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

import { defineField } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'

const RegionTree = lazyComponent(() => import('./choices/RegionTree.tsx').then((module) => module.RegionTree))

export const regions = defineField({
  Control: (props) => <RegionTree {...props} wait={<Skeleton height={120} />} />,
  group: true,
  wide: true,
})

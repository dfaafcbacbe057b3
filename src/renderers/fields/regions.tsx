import { defineField } from '../define.ts'
import { later } from '../later.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'

const RegionTree = later(() => import('./choices/RegionTree.tsx').then((module) => module.RegionTree))

export const regions = defineField({
  Control: (props) => <RegionTree {...props} wait={<Skeleton height={120} />} />,
  group: true,
  wide: true,
})

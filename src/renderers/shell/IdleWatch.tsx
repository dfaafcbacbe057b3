import { useIdle } from './useIdle.ts'

/** Loaded only where the site signs idle administrators out. */
export default function IdleWatch() {
  useIdle()
  return null
}

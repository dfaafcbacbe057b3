import { Screen } from '../screens/Screen.tsx'
import { askAhead, preloadScreen } from '../screens/startAhead.ts'
import { AdminArea } from './frame/AdminArea.tsx'

/** All that draws the office, as one import: the layout, the screens in it and what asks for their records come together. */
export const admin = { Screen, AdminArea, askAhead, preloadScreen }

import { Screen } from '../screens/Screen.tsx'
import { AdminArea } from './AdminArea.tsx'

/** All that draws the office, as one import: the layout and the screens in it come together. */
export const office = { Screen, AdminArea }

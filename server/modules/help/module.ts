import { defineModule } from '../module.ts'
import { addHelp } from './serve.ts'

/** What each screen is for, at the address of its menu entry below /docs/. */
export const help = defineModule({ name: 'help', routes: addHelp })

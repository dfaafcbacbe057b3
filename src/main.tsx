import 'primeicons/primeicons.css'
import './renderers/theme/index.css'
import { preload } from './main/preload.ts'
import { showStartFault } from './main/startFault.ts'

// Small, so that it runs before the chunks it asks for have arrived; index.html names those of start.tsx already.
const lang = preload()
import('./main/start.tsx').then(({ start }) => start(lang)).catch(showStartFault)

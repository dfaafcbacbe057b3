import 'primeicons/primeicons.css'
import './renderers/theme/index.css'
import { fetchAhead } from './main/fetchAhead.ts'
import { showStartFault } from './main/startFault.ts'

// Small, so that it runs before the chunks it asks for have arrived; index.html names those of start.tsx already.
fetchAhead()
import('./main/start.tsx').catch(showStartFault)

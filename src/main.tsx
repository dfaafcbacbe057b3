import 'primeicons/primeicons.css'
import './renderers/theme/index.css'
import { fetchAhead } from './main/fetchAhead.ts'

// Small, so that it runs before the chunks it asks for have arrived; index.html names those of start.tsx already.
fetchAhead()
void import('./main/start.tsx')

import { configureGlobal } from 'fast-check'

// Properties are tried with the same values in every run; a file that wants others names its own seed.
configureGlobal({ seed: 20_260_331 })

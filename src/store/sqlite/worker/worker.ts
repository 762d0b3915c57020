import { parentPort, workerData } from 'node:worker_threads'
import { serve } from './serve.ts'

// What a worker thread runs. Everything else is in modules that run anywhere.
if (parentPort !== null) serve(parentPort, workerData)

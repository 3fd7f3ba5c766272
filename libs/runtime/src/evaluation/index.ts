export { Evaluator, EvaluatorBusy, EvaluatorUnavailable, PlainEvaluator } from './evaluator.js';
export { ThreadEvaluator } from './thread-evaluator.js';

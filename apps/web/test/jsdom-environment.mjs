import '@app/config/cached-compile';
import './few-styles.mjs';
import FixedJsdomEnvironment from 'jest-fixed-jsdom';

export default class WebEnvironment extends FixedJsdomEnvironment {
  handleTestEvent({ name }, state) {
    // A spec of which a part is run shows only a part of its messages.
    if (name === 'run_start') this.global.isWholeSpec = !state.testNamePattern && !state.hasFocusedTests;
  }
}

interface Waiting<Q, A> {
  question: Q;
  resolve: (answer: A) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers what is asked within one turn of the event loop and asks it at once; nothing waits for an earlier answer.
 * `askAll` answers in the order of its questions; when it fails, so does each of them.
 */
export function inOneTurn<Q, A>(askAll: (questions: Q[]) => Promise<A[]>): (question: Q) => Promise<A> {
  let gathered: Waiting<Q, A>[] = [];
  const ask = async (all: Waiting<Q, A>[]): Promise<void> => {
    try {
      const answers = await askAll(all.map(({ question }) => question));
      if (answers.length !== all.length) throw new Error(`${answers.length} answers to ${all.length} questions`);
      for (const [index, answer] of answers.entries()) all[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  };
  return (question) =>
    new Promise<A>((resolve, reject) => {
      if (gathered.push({ question, resolve, reject }) > 1) return;
      setImmediate(() => {
        const all = gathered;
        gathered = [];
        void ask(all);
      });
    });
}

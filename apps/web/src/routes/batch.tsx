import { useParams } from 'react-router-dom';
import { BatchPage } from '../features/batch/batch-page';
import { RunPage } from '../features/batch/run/run-page';

export function Page() {
  const { id } = useParams();
  return id === undefined ? <BatchPage /> : <RunPage key={id} id={id} />;
}

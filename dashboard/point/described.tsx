import { useState } from "react";
import { Button, Card } from "../ui/basics.tsx";
import { Form, TextField } from "../ui/form.tsx";

interface DescribedProps {
  readonly isBusy: boolean;
  readonly onDescribe: (prompt: string) => void;
}

/** A sentence in place of clicks: its columns appear like those that were picked. */
export const Described = ({ isBusy, onDescribe }: DescribedProps) => {
  const [sentence, setSentence] = useState("");
  return (
    <Card>
      <details>
        <summary>Or describe the data</summary>
        <Form onSend={() => onDescribe(sentence.trim())}>
          <TextField label="Description" value={sentence} onValue={setSentence} maxLength={2_000} />
          <Button type="submit" isBusy={isBusy} disabled={sentence.trim() === ""}>
            Find
          </Button>
        </Form>
      </details>
    </Card>
  );
};

import { type Field, listOf } from './field.ts';

export const machineLearning: Field = {
  name: 'machine learning',
  interests: listOf(
    'Machine Learning | Natural Language Processing | Computer Vision | Representation Learning | Robotics',
  ),
  templates:
    listOf(`{method} for {task} {setting} | Improving {task} {setting} with {method} | On the {property} of {model}
    {setting} | {model} are {quality} {learner}: {study} of {task} | When can {method} help {task}? Evidence from {data}
    | Learning {object} from {data} for {task} | {study} of {method} {setting} | Revisiting {method} for {task} {setting}
    | Beyond {method}: measuring the {property} of {model} {setting} | {data} for {task}: a benchmark and {study}
    | Understanding the {property} of {model} in {task} | Towards {quality} {task} {setting} via {method}`),
  words: {
    method:
      listOf(`contrastive pretraining | sparse attention | variational inference | knowledge distillation | meta-learning
      | curriculum learning | graph message passing | adversarial training | low-rank adaptation | retrieval augmentation
      | self-supervised learning | optimal transport | active learning | Bayesian optimisation | label smoothing
      | normalising flows | score-based diffusion | reward modelling | dropout ensembles | spectral normalisation
      | mixture-of-experts routing | prompt tuning | gradient clipping | influence functions | conformal prediction`),
    task: listOf(`machine translation | image segmentation | question answering | named entity recognition | speech recognition
      | document summarisation | pose estimation | node classification | anomaly detection | dialogue state tracking
      | relation extraction | visual grounding | time series forecasting | sentiment analysis | coreference resolution
      | object tracking | semantic parsing | point cloud registration | offline reinforcement learning | medical image synthesis`),
    model: listOf(`transformers | recurrent networks | graph neural networks | convolutional encoders | language models
      | diffusion models | kernel machines | vision transformers | autoregressive decoders | deep ensembles
      | energy-based models | world models | word embeddings | Gaussian processes | multimodal encoders`),
    property:
      listOf(`calibration | robustness | sample complexity | expressive power | inductive bias | implicit regularisation
      | generalisation | memorisation | loss landscape | identifiability | energy consumption | fairness | stability`),
    setting:
      listOf(`in low-resource languages | under distribution shift | with noisy labels | at scale | on edge devices
      | from a few examples | with limited supervision | across domains | in the open world | with long contexts | over time
      | without parallel data | under a fixed memory budget | in federated settings | with missing modalities`),
    quality: listOf(
      'efficient | unsupervised | interpretable | surprisingly strong | data-efficient | robust | private',
    ),
    learner: listOf(
      'few-shot learners | density estimators | planners | feature extractors | compressors | annotators',
    ),
    study:
      listOf(`an empirical study | a systematic evaluation | a large-scale comparison | a survey | a critical review
      | a theoretical analysis | a replication`),
    object:
      listOf(`disentangled representations | reward functions | causal structure | sentence embeddings | object affordances
      | graph kernels | transferable features | hierarchical policies | symmetries | sparse codes`),
    data: listOf(`parallel corpora | unlabelled video | egocentric recordings | synthetic scenes | user interactions
      | noisy web text | clinical notes | satellite imagery | crowdsourced judgements | multilingual speech | code repositories`),
  },
  venues:
    listOf(`Advances in Neural Information Processing Systems {v} | International Conference on Machine Learning, {p}
    | Journal of Machine Learning Research {v} ({i}), {p} | Transactions of the Association for Computational Linguistics {v}, {p}
    | Proceedings of the IEEE/CVF Conference on Computer Vision and Pattern Recognition, {p} | Machine Learning {v} ({i}), {p}
    | IEEE Transactions on Pattern Analysis and Machine Intelligence {v} ({i}), {p} | International Conference on Learning Representations
    | Proceedings of the AAAI Conference on Artificial Intelligence {v} ({i}), {p} | Neural Networks {v}, {p}
    | Findings of the Association for Computational Linguistics, {p}`),
};

export const computerSystems: Field = {
  name: 'computer systems',
  interests: listOf('Distributed Systems | Databases | Operating Systems | Computer Networks | Security & Privacy'),
  templates:
    listOf(`{system} for {load} on {hardware} | Reducing {cost} in {system} with {technique} | {technique} in {system}:
    {study} | The case for {technique} in {load} | Fast and {adjective} {system} on {hardware} | {system} under {load}: what {technique} can do
    about {cost} | {adjective} {system} through {technique} | Characterising {cost} of {load} on {hardware}
    | An {adverb} {adjective} design for {system} under {load} | {technique} considered harmful: {cost} in {system}
    | Verifying {system} with {technique} | Bounding {cost} of {technique} under {load}`),
  words: {
    system:
      listOf(`replicated state machines | key-value stores | stream processors | file systems | congestion controllers
      | query optimisers | garbage collectors | consensus protocols | container schedulers | log-structured merge trees
      | transaction managers | software routers | serverless platforms | hypervisors | time series databases | message queues`),
    load: listOf(`bursty workloads | analytical queries | microservices | graph traversals | video conferencing | machine learning
      jobs | mixed transactions | geo-distributed reads | web crawls | flash crowds | skewed key accesses | backup traffic`),
    hardware:
      listOf(`persistent memory | many-core machines | disaggregated memory | commodity switches | solid-state drives
      | programmable network cards | heterogeneous clusters | mobile devices | RISC-V processors | smart cameras`),
    technique:
      listOf(`speculative execution | erasure coding | lease-based caching | adaptive batching | lock-free indexing
      | deterministic replay | symbolic execution | admission control | causal tracing | write coalescing | kernel bypass
      | learned indexes | model checking | work stealing | differential privacy | remote attestation | multi-version concurrency
      control | end-to-end checksums | vectorised execution`),
    cost: listOf(`tail latency | write amplification | energy use | recovery time | cross-rack traffic | memory pressure
      | coordination | lock contention | cold starts | metadata overhead | data movement`),
    adjective: listOf(
      'predictable | fault-tolerant | elastic | crash-consistent | verifiable | transparent | scalable | frugal',
    ),
    adverb: listOf('adaptively | provably | incrementally | almost always | eventually'),
    study:
      listOf(`a measurement study | lessons from production | ten years later | an experimental evaluation | design and
      implementation | a formal treatment`),
  },
  venues:
    listOf(`Proceedings of the ACM Symposium on Operating Systems Principles, {p} | USENIX Annual Technical Conference, {p}
    | Proceedings of the VLDB Endowment {v} ({i}), {p} | ACM Transactions on Computer Systems {v} ({i}), {p}
    | IEEE/ACM Transactions on Networking {v} ({i}), {p} | Proceedings of the International Conference on Management of Data, {p}
    | ACM SIGOPS Operating Systems Review {v} ({i}), {p} | IEEE Transactions on Dependable and Secure Computing {v} ({i}), {p}
    | Communications of the ACM {v} ({i}), {p} | European Conference on Computer Systems, {p}`),
};
